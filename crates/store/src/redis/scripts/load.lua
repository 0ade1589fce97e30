-- KEYS: state, records. ARGV: the keys of records.
local CHUNK = 1000 -- arguments of one call, far below what Lua unpacks
local state = redis.call('HMGET', KEYS[1], 'g', 'p', 'v')
local records = {}
for first = 1, #ARGV, CHUNK do
  for _, value in ipairs(redis.call('HMGET', KEYS[2], unpack(ARGV, first, math.min(first + CHUNK - 1, #ARGV)))) do
    records[#records + 1] = value
  end
end
return {run, state[1] or '0', state[3], (state[2] and state[2] ~= run) and 1 or 0, records}

-- KEYS: state, records, index, intent.
-- ARGV: expected, next, the run id to which `recovered` belongs ('' if the committer does not
--       recover the pool), recovered, committer, ledger, the number of arguments to put (keys and
--       values alternate), keys to delete.
-- If nothing is stored, only the committer can know that the pool had content; its generations
-- must then not be issued again either.
local CHUNK = 1000 -- arguments of one call; an even number, far below what Lua unpacks
local state = redis.call('HMGET', KEYS[1], 'g', 'p')
local stored = state[1] or '0'
local recovering = state[2] and state[2] ~= run
if stored ~= ARGV[1] or (recovering and ARGV[3] == '') then
  return {0, run, stored, redis.call('HGET', KEYS[1], 'v'), recovering and 1 or 0}
end
local anew = recovering or (not state[1] and ARGV[3] ~= '')
if anew and ARGV[3] ~= run then
  return {2, run}
end
local made = anew and ARGV[4] or ARGV[2]
redis.call('HSET', KEYS[1], 'g', made, 'v', ARGV[6], 'p', run)
local last = 7 + tonumber(ARGV[7])
for first = 8, last, CHUNK do
  local till = math.min(first + CHUNK - 1, last)
  redis.call('HSET', KEYS[2], unpack(ARGV, first, till))
  local index = {}
  for at = first, till, 2 do
    index[#index + 1] = 0
    index[#index + 1] = ARGV[at]
  end
  redis.call('ZADD', KEYS[3], unpack(index))
end
for first = last + 1, #ARGV, CHUNK do
  local till = math.min(first + CHUNK - 1, #ARGV)
  redis.call('HDEL', KEYS[2], unpack(ARGV, first, till))
  redis.call('ZREM', KEYS[3], unpack(ARGV, first, till))
end
local asked = redis.call('GET', KEYS[4])
if asked == ARGV[5] then
  redis.call('DEL', KEYS[4])
end
return {1, run, made, (asked and asked ~= ARGV[5]) and 1 or 0}

-- KEYS: state, records, index. ARGV: from, to, most records, most bytes.
local CHUNK = 32 -- values read at once: at most 2 MB that the page may not have room for
local most, most_bytes = tonumber(ARGV[3]), tonumber(ARGV[4])
local keys = redis.call('ZRANGEBYLEX', KEYS[3], ARGV[1], ARGV[2], 'LIMIT', 0, most + 1)
local page, taken, bytes = {}, 0, 0
local function full()
  return taken == most or bytes >= most_bytes
end
for first = 1, #keys, CHUNK do
  if full() then break end
  local last = math.min(first + CHUNK - 1, #keys)
  for at, value in ipairs(redis.call('HMGET', KEYS[2], unpack(keys, first, last))) do
    if full() then break end
    local key = keys[first + at - 1]
    taken = taken + 1
    bytes = bytes + #key + #value
    page[2 * taken - 1] = key
    page[2 * taken] = value
  end
end
return {run, redis.call('HGET', KEYS[1], 'g') or '0', taken < #keys and 1 or 0, page}

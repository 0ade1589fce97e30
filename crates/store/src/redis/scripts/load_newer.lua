-- KEYS: state. ARGV: the known generation.
local state = redis.call('HMGET', KEYS[1], 'g', 'p')
local stored = state[1] or '0'
local recovering = state[2] and state[2] ~= run
if stored == ARGV[1] and not recovering then
  return false
end
return {run, stored, redis.call('HGET', KEYS[1], 'v'), recovering and 1 or 0}

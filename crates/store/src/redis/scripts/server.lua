-- Who answers: every script looks, so that no reply is ever laid to the server that a connection was once made to.
local info = redis.call('INFO', 'server', 'replication')
local at = string.find(info, '\nrun_id:', 1, true)
local run = string.sub(info, at + 8, at + 47)
if not string.find(info, '\nrole:master\r', at, true) then
  return redis.error_reply('READONLY this server is a replica')
end

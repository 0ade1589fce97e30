-- Determines the server that runs the script. Every script does so, so that no reply is attributed
-- to the server to which the connection was originally made.
local info = redis.call('INFO', 'server', 'replication')
local at = string.find(info, '\nrun_id:', 1, true)
local run = string.sub(info, at + 8, at + 47)
if not string.find(info, '\nrole:master\r', at, true) then
  return redis.error_reply('READONLY this server is a replica')
end

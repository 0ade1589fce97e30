-- Who answers: every script looks, so that no reply is ever laid to the server that a connection was once made to.
local info = redis.call('INFO', 'server', 'replication')
local run = string.match(info, 'run_id:(%x+)')
if string.match(info, 'role:(%a+)') ~= 'master' then
  return redis.error_reply('READONLY this server is a replica')
end

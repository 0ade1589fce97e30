-- KEYS: confirm. Writes a value for `WAIT`, which then covers all earlier writes of the server.
redis.call('SET', KEYS[1], '', 'PX', 1000)
return {run}

-- KEYS: confirm. A write for `WAIT` to wait for: it comes after all that the server wrote before.
redis.call('SET', KEYS[1], '', 'PX', 1000)
return {run}

-- KEYS: pools, which only selects the server of a cluster whose clock is used.
return redis.call('TIME')

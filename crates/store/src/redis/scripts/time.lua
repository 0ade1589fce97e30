-- KEYS: pools, which only says where in a cluster the one clock is.
return redis.call('TIME')

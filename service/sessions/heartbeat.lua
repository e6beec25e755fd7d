-- The heartbeat of all web processes together, and the gaps in it. Time is this server's, in milliseconds.
-- KEYS: heartbeat, gaps (sorted by their end). ARGV: whether to beat ('1') or only to look ('0'), milliseconds without a beat that are a gap,
-- milliseconds for which gaps are kept. Returns the time, the milliseconds since the last beat (-1: never), and the gaps as from-to.
local heartbeat, gaps = KEYS[1], KEYS[2]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local last = tonumber(redis.call('GET', heartbeat))

if ARGV[1] == '1' then
  if last and now - last > tonumber(ARGV[2]) then
    redis.call('ZADD', gaps, now, string.format('%.0f-%.0f', last, now))
    redis.call('ZREMRANGEBYSCORE', gaps, '-inf', now - ARGV[3])
  end
  redis.call('SET', heartbeat, string.format('%.0f', now))
end
return {now, last and now - last or -1, redis.call('ZRANGE', gaps, 0, -1)}

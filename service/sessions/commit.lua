-- Decides one change of a session, as a whole or not at all. Touches keys of one session only, so that a cluster can hold them.
-- KEYS: session, log, and where there is an idempotency key, the answer kept under it.
-- ARGV: version expected ('' for a new session), stamp of this attempt, version afterwards, expiry (seconds since 1970),
--       channel, answer, seconds to keep it, stamp expected ('' for any), number of log entries, the entries, then fields and values
--       of the session.
local session, log, answer = KEYS[1], KEYS[2], KEYS[3]
local expected, stamp, version, expires_at, channel = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local entries = tonumber(ARGV[9])

if answer then
  local first = redis.call('GET', answer)
  if first then return {'repeated', first} end
end

local found = redis.call('HMGET', session, 'version', 'stamp')
if found[2] == stamp then return {'done'} end
if not found[1] and expected ~= '' then return {'gone'} end
if (found[1] or '') ~= expected then return {'stale'} end
if ARGV[8] ~= '' and found[2] ~= ARGV[8] then return {'stale'} end

local first_version = tonumber(version) - entries + 1
for index = 1, entries do
  redis.call('XADD', log, string.format('%d-1', first_version + index - 1), 'entry', ARGV[9 + index])
end
redis.call('HSET', session, 'version', version, 'stamp', stamp, 'expires_at', expires_at, unpack(ARGV, 10 + entries))
redis.call('EXPIREAT', session, expires_at)
redis.call('EXPIREAT', log, expires_at)
if answer then redis.call('SET', answer, ARGV[6], 'EX', ARGV[7]) end
redis.call('PUBLISH', channel, version)
return {'done'}

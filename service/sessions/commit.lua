-- Commits one change of a session atomically. All keys belong to one session, so that a Cluster keeps them on one node.
-- KEYS: session, log, and with an idempotency key, the reply stored under it.
-- ARGV: expected version ('' for a new session), stamp of this commit, new version, expiry (seconds since 1970), channel, reply,
--       seconds to keep the reply, expected stamp ('' for any), number of log entries, the entries, then fields and values of the session.
local session, log, reply = KEYS[1], KEYS[2], KEYS[3]
local expected, stamp, version, expires_at, channel = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local entries = tonumber(ARGV[9])

if reply then
  local first = redis.call('GET', reply)
  if first then return {'replayed', first} end
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
if reply then redis.call('SET', reply, ARGV[6], 'EX', ARGV[7]) end
redis.call('PUBLISH', channel, version)
return {'done'}

-- Commits one change of a session atomically. The keys of a session lie on one node of a Cluster; the others are keys only outside a Cluster.
-- KEYS: session, log, the reply stored under an idempotency key (without a key, the session again), and outside a Cluster the outbox of turns,
--       the outbox of news, and the owners that have webhooks.
-- ARGV: expected version ('' for a new session), stamp of this commit, new version, expiry (seconds since 1970), channel, reply,
--       seconds to keep the reply (0: none), expected stamp ('' for any), clock plan as JSON ('' without a clock), whether an AI is to act
--       ('1' or '0'), session id, owner ('' for none), the seat of a person whose turn begins ('' for none), number of log entries, the
--       entries, then fields and values of the session.
local session, log, reply, outbox, news, owners = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local expected, stamp, version, expires_at, channel = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local owner, turn = ARGV[12], ARGV[13]
local has_reply, entries, first_entry = ARGV[7] ~= '0', tonumber(ARGV[14]), 15
local NOBODY, OUTBOX_MS, DELIVERY_SECONDS = -1, 1000, 25 * 3600

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

-- The clock is {seat, since, deadline, gaps_until, bank, used, at}; see clock.py. Returns the clock after this change, or a verdict.
local function next_clock(plan)
  local clock, step, next_seat, move_ms = plan.clock, plan.step, plan.next_seat, plan.move_ms
  local seat, since, deadline, bank, used = clock[1], clock[2], clock[3], clock[5], clock[6]
  if step == 'move' and seat ~= NOBODY and now > deadline then return nil, 'late' end
  if step == 'timeout' and (seat == NOBODY or now <= deadline) then return nil, 'early' end
  clock[7] = now
  if step == 'keep' and seat == next_seat then return clock end
  if seat ~= NOBODY then
    local elapsed = math.max(0, now - since)
    bank[seat + 1] = math.max(0, bank[seat + 1] - math.max(0, elapsed - move_ms))
    used[seat + 1] = math.min(move_ms, step == 'undo' and math.max(elapsed, used[seat + 1]) or elapsed)
  end
  clock[1], clock[2], clock[3], clock[4] = next_seat, now, now, now
  if next_seat ~= NOBODY then
    if step == 'undo' then clock[2] = now - used[next_seat + 1] end
    clock[3] = clock[2] + move_ms + bank[next_seat + 1]
  end
  return clock
end

if has_reply then
  local first = redis.call('GET', reply)
  if first then return {'replayed', first} end
end

local found = redis.call('HMGET', session, 'version', 'stamp', 'clock', 'webhooks', 'expires_at')
if found[2] == stamp then return {'done', now, found[3] or '', found[4] or ''} end
if not found[1] and expected ~= '' then return {'gone'} end
if (found[1] or '') ~= expected then return {'stale'} end
if ARGV[8] ~= '' and found[2] ~= ARGV[8] then return {'stale'} end

local clock, clock_text = nil, ''
if ARGV[9] ~= '' then
  local verdict
  clock, verdict = next_clock(cjson.decode(ARGV[9]))
  if verdict then return {verdict} end
  clock_text = cjson.encode(clock)
end

-- A change that ends the session is accepted by a full server too: a script is stopped for want of memory only before its first write, and
-- EXPIREAT needs none.
if found[5] and tonumber(expires_at) < tonumber(found[5]) then redis.call('EXPIREAT', session, expires_at) end

-- In a Cluster the owners lie on another node, so the sessions of every owner count; the caller asks the owners itself.
local has_webhooks = found[4] or (owner ~= '' and (not owners or redis.call('HEXISTS', owners, owner) == 1))

-- What happened must be there for as long as deliveries are repeated, also in a session that its host has ended.
if has_webhooks then expires_at = math.max(tonumber(expires_at), tonumber(time[1]) + DELIVERY_SECONDS) end

local first_version = tonumber(version) - entries + 1
for index = 1, entries do
  -- A new session begins with version 0; a fork does not hold the moves that it shares, which lie between that version and the next entry.
  local at = (expected == '' and index == 1) and 0 or first_version + index - 1
  local id, entry = string.format('%d-1', at), ARGV[first_entry + index - 1]
  local parts = {'entry', entry}
  if clock and index == entries then parts[3], parts[4] = 'clock', clock_text end
  if turn ~= '' and has_webhooks and index == entries then parts[#parts + 1], parts[#parts + 2] = 'turn', turn end
  redis.call('XADD', log, id, unpack(parts))
end
if clock then
  redis.call('HSET', session, 'version', version, 'stamp', stamp, 'expires_at', expires_at, 'clock', clock_text, unpack(ARGV, first_entry + entries))
else
  redis.call('HSET', session, 'version', version, 'stamp', stamp, 'expires_at', expires_at, unpack(ARGV, first_entry + entries))
end
redis.call('EXPIREAT', session, expires_at)
redis.call('EXPIREAT', log, expires_at)
if has_reply then redis.call('SET', reply, ARGV[6], 'EX', ARGV[7]) end
if outbox then
  if ARGV[10] == '1' then
    redis.call('ZADD', outbox, now + OUTBOX_MS, ARGV[11])
  elseif clock and clock[1] ~= NOBODY then
    redis.call('ZADD', outbox, clock[3], ARGV[11])
  else
    redis.call('ZREM', outbox, ARGV[11])
  end
  if has_webhooks then -- Due at once; the microseconds tell this change from an earlier one that is being looked at.
    redis.call('ZADD', news, string.format('%d.%03d', now - 1, time[2] % 1000), ARGV[11] .. ':' .. owner)
  end
end
redis.call('PUBLISH', channel, version)
return {'done', now, clock_text, found[4] or ''}

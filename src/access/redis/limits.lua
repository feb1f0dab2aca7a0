-- Decides and charges requests of one account against all its limits at once: the minute bucket, the bucket of the
-- route, the counts of day and month. A request that one of them refuses is charged nothing. The sums are those of
-- token-bucket.ts and account-limits.ts.
--
-- KEYS  buckets (hash of "used at"), count of the day, count of the month; all with one hash tag
-- ARGV  see redis-script.ts, which names every one
-- reply { now } where the day is not the one named; else { now, granted, gave back (0 or 1), used units of the minute
--       and of the route (-1: it has none), count of day, count of month }

local token = 60000
local idle = 120000 -- a bucket is full after one minute, and so as good as none
local kept = 86400000 -- a count is kept for a day after its period, should the clock step back

local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local dayStart, dayEnd, monthEnd = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
if now < dayStart or now >= dayEnd then return { now } end

local rate, route, routeRate, cost = tonumber(ARGV[5]), ARGV[6], tonumber(ARGV[7]), tonumber(ARGV[8])
local dayLimit, monthLimit = tonumber(ARGV[9]), tonumber(ARGV[10])
local need, spare, giveBack = tonumber(ARGV[11]), tonumber(ARGV[12]), ARGV[13]

local function stored(field)
  local text = redis.call('HGET', KEYS[1], field)
  if not text then return nil end
  local used, at = string.match(text, '^(%d+) (%d+)$')
  return tonumber(used), tonumber(at)
end

local function store(field, used, at)
  redis.call('HSET', KEYS[1], field, string.format('%.0f %.0f', used, at))
end

-- Used units now. A clock that stepped back refills nothing; of a bucket that is gone the caller passes what it knew.
local function refilled(field, perMinute, known, owed)
  local used, at = stored(field)
  if not used then
    used = known
  else
    if now > at then used = math.max(0, used - (now - at) * perMinute) end
    used = used + owed
  end
  return math.min(math.max(used, 0), perMinute * token)
end

local function tokensFor(used, perMinute)
  return math.floor((perMinute * token - used) / (math.min(cost, perMinute) * token))
end

local minute = refilled('minute', rate, tonumber(ARGV[14]), tonumber(ARGV[16]))
local own = route ~= '' and refilled(route, routeRate, tonumber(ARGV[15]), tonumber(ARGV[17]))
local dayFloor, monthFloor = tonumber(ARGV[18]), tonumber(ARGV[19])
local day = math.max(tonumber(redis.call('GET', KEYS[2]) or 0), dayFloor)
local month = math.max(tonumber(redis.call('GET', KEYS[3]) or 0), monthFloor)

local function left()
  local n = tokensFor(minute, rate)
  if own then n = math.min(n, tokensFor(own, routeRate)) end
  if dayLimit >= 0 then n = math.min(n, dayLimit - day) end
  if monthLimit >= 0 then n = math.min(n, monthLimit - month) end
  return math.max(n, 0)
end

local function takeBack()
  minute = math.max(0, minute - tonumber(ARGV[21]))
  day = math.max(dayFloor, day - tonumber(ARGV[20]))
  month = math.max(monthFloor, month - tonumber(ARGV[20]))
  for i = 22, #ARGV, 2 do
    if ARGV[i] == route then
      own = math.max(0, own - tonumber(ARGV[i + 1]))
    else
      local used, at = stored(ARGV[i])
      if used then store(ARGV[i], math.max(0, used - tonumber(ARGV[i + 1])), at) end
    end
  end
end

local gaveBack = 0
if giveBack == 'always' or (giveBack == 'if refused' and left() < 1) then
  takeBack()
  gaveBack = 1
end

local n = left()
local granted = math.min(n, need)
-- Of what is left beyond that a process gets an eighth at most: where tokens are few, no process keeps them from others.
granted = granted + math.min(spare, math.floor((n - granted) / 8))

minute = minute + granted * math.min(cost, rate) * token
store('minute', minute, now)
if own then
  own = own + granted * math.min(cost, routeRate) * token
  store(route, own, now)
end
redis.call('PEXPIRE', KEYS[1], idle)
day, month = day + granted, month + granted
redis.call('SET', KEYS[2], string.format('%.0f', day), 'PX', dayEnd - now + kept)
redis.call('SET', KEYS[3], string.format('%.0f', month), 'PX', monthEnd - now + kept)

return { now, granted, gaveBack, minute, own or -1, day, month }

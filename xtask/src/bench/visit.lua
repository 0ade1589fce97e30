-- Sends requests of visitors with places: each request belongs to one visitor, with the place in
-- the query and in the cookie as a browser sends them.
--
-- Most visitors are in line, chosen at random from `from` on. A share of the requests comes from
-- visitors at the front, who take turns, as if all of them asked every two seconds. As the line
-- moves, they are let through one after the other, lowest number first, so the window of visitors
-- who ask moves with the line: it starts after `gone` places, and advances by `per_second` each
-- second.
--
-- Arguments: path and query without q; file of ids; from; share of claims in percent; gone;
-- per_second; window; headers or ""; cookies before the place's, each followed by "; ", or "".

local ffi = require("ffi")
ffi.cdef("typedef struct { long seconds; long micros; } anteroom_time; int gettimeofday(anteroom_time *time, void *zone);")

local requests = {}
local from, share, gone, per_second, window
local time = ffi.new("anteroom_time")
local began
local turn = 0

local function now()
  ffi.C.gettimeofday(time, nil)
  return tonumber(time.seconds) + tonumber(time.micros) / 1e6
end

function init(arguments)
  local path, header, cookies = arguments[1], arguments[8] or "", arguments[9] or ""
  if header ~= "" then
    header = header .. "\r\n"
  end
  for line in io.lines(arguments[2]) do
    local id, cookie = string.match(line, "^(%S+) (%x+)$")
    requests[#requests + 1] = "GET " .. path .. "&q=" .. id .. " HTTP/1.1\r\nHost: bench\r\n" .. header
      .. "Cookie: " .. cookies .. "anteroom_place=" .. cookie .. "\r\n\r\n"
  end
  from, share = tonumber(arguments[3]), tonumber(arguments[4])
  gone, per_second, window = tonumber(arguments[5]), tonumber(arguments[6]), tonumber(arguments[7])
  math.randomseed(now() * 1000 % 2147483647)
  collectgarbage()
end

local function first_in_line()
  local instant = now()
  began = began or instant
  local lowest = gone + math.floor((instant - began) * per_second)
  turn = turn + 1
  if turn < lowest or turn >= lowest + window then
    turn = lowest
  end
  return requests[turn + 1]
end

function request()
  if share > 0 and math.random(100) <= share then
    return first_in_line()
  end
  return requests[math.random(from + 1, #requests)]
end

function done(summary)
  local errors = summary.errors
  print(string.format('RESULT {"requests":%d,"micros":%d,"failed":%d}', summary.requests, summary.duration,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end

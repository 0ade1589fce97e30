-- Sends the calls of a site's server for visitors who are inside, chosen at random.
--
-- Arguments: the file of tokens, one a line; the site's key; the page, percent-encoded.

local requests = {}

function init(arguments)
  local rest = "?url=" .. arguments[3] .. "&ip=203.0.113.9&agent=bench HTTP/1.1\r\nHost: bench\r\nx-api-key: "
    .. arguments[2] .. "\r\n\r\n"
  for token in io.lines(arguments[1]) do
    requests[#requests + 1] = "GET /v1/requests/" .. token .. rest
  end
  collectgarbage()
end

function request()
  return requests[math.random(#requests)]
end

function done(summary)
  local errors = summary.errors
  print(string.format('RESULT {"requests":%d,"micros":%d,"failed":%d}', summary.requests, summary.duration,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end

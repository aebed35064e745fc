import { defineKind } from '@octet/core/kind.ts'

/** As much as a console writes in one go. */
const MAX_CHARS = 4000

/** By browser: what it says, with the address in the first pair of brackets. Chrome names where a redirect led, then where it began. */
const SAID = [
  /\bAccess to (?:fetch|XMLHttpRequest|font|image|script|video|audio|internal resource|manifest|CSS stylesheet)[^\n]{0,40}? at '([^'\s]+)' (?:\(redirected from '([^'\s]+)'\) )?from origin '/i,
  /\bCross-Origin Request Blocked: [^\n]{0,200}?remote resource at (https?:\/\/\S+?)\.? \(Reason:/i,
  /已拦截跨源请求：[^\n]{0,200}?位于 (https?:\/\/\S+?) 的远程资源/,
  /\b(?:Fetch API|XMLHttpRequest) cannot load (https?:\/\/\S+?)\.? due to access control checks/i,
] as const
const ORIGIN = /(?:\bfrom origin '|\bOrigin )(null|[a-z][a-z\d+.-]*:\/\/[^\s']+)(?:'| is not allowed by)/i
const METHOD = /\bMethod ([A-Z]{3,7}) is not allowed by Access-Control-Allow-Methods/
const HEADER = /\bRequest header field ([\w-]{1,60}) is not allowed by Access-Control-Allow-Headers/i
const METHODS: ReadonlySet<string> = new Set(['PUT', 'PATCH', 'DELETE'])

export default defineKind({
  id: 'cors-error',
  title: { en: 'CORS error of a browser', zh: '浏览器的跨域报错' },
  examples: [
    "Access to fetch at 'https://api.example.com/v1' from origin 'https://app.example.com' has been blocked by CORS policy: No 'Access-Control-Allow-Origin' header is present on the requested resource.",
    'Cross-Origin Request Blocked: The Same Origin Policy disallows reading the remote resource at https://api.example.com/. (Reason: CORS header ‘Access-Control-Allow-Origin’ missing). Status code: 200.',
    "已拦截跨源请求：同源策略禁止读取位于 https://api.example.com/ 的远程资源。（原因：CORS 头缺少 'Access-Control-Allow-Origin'）。状态码：200。",
    'Fetch API cannot load https://api.example.com/ due to access control checks.',
  ],
  counterExamples: [
    'has been blocked by CORS policy',
    'Access to the building at noon from origin',
    'Access-Control-Allow-Origin: https://example.com',
    'Cross-Origin Request Blocked',
  ],
  detect(sample) {
    if (sample.length > MAX_CHARS) return undefined
    const found = SAID.map((pattern) => pattern.exec(sample)).find((match) => match !== null)
    const url = found && (found[2] ?? found[1]!)
    if (!url || !/^https?:\/\/./i.test(url)) return undefined
    const [origin, method, header] = [ORIGIN, METHOD, HEADER].map((pattern) => pattern.exec(sample)?.[1])
    const fields = {
      ...(origin && { origin }),
      ...(method && METHODS.has(method) && { method }),
      ...(header && { headers: header }),
    }
    return { score: 0.97, text: url, note: { en: url, zh: url }, ...(Object.keys(fields).length > 0 && { fields }) }
  },
})

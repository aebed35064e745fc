import type { Text } from '@octet/core/text.ts'

/** A status code: reason phrase, meaning, and the document that defines it. */
export type StatusCode = readonly [code: number, phrase: string, meaning: Text, source: string]

const HTTP = 'RFC 9110'

/** The status codes registered with IANA, and the unofficial ones that are met in practice. */
export const STATUS_CODES: readonly StatusCode[] = [
  [100, 'Continue', { en: 'Continue sending the body.', zh: '请继续发送请求内容。' }, HTTP],
  [
    101,
    'Switching Protocols',
    { en: 'The connection switches to the requested protocol, e.g. WebSocket.', zh: '按请求切换协议，如 WebSocket。' },
    HTTP,
  ],
  [102, 'Processing', { en: 'Still working; no answer yet (WebDAV).', zh: '仍在处理，尚无结果（WebDAV）。' }, 'RFC 2518'],
  [
    103,
    'Early Hints',
    { en: 'Headers for preloading, sent before the final answer.', zh: '正式响应前先给出可预加载的头部。' },
    'RFC 8297',
  ],
  [200, 'OK', { en: 'The request succeeded.', zh: '请求成功。' }, HTTP],
  [201, 'Created', { en: 'A new resource was created; see Location.', zh: '已创建新资源，地址见 Location。' }, HTTP],
  [202, 'Accepted', { en: 'Accepted; the work is not finished yet.', zh: '已接受，尚未处理完成。' }, HTTP],
  [203, 'Non-Authoritative Information', { en: 'A proxy changed the answer.', zh: '响应被代理修改过。' }, HTTP],
  [204, 'No Content', { en: 'Success; there is nothing to return.', zh: '成功，无返回内容。' }, HTTP],
  [205, 'Reset Content', { en: 'Success; reset the form.', zh: '成功，请重置表单。' }, HTTP],
  [206, 'Partial Content', { en: 'The part asked for by Range.', zh: '返回 Range 请求的部分内容。' }, HTTP],
  [207, 'Multi-Status', { en: 'Several results in one answer (WebDAV).', zh: '一次返回多个结果（WebDAV）。' }, 'RFC 4918'],
  [208, 'Already Reported', { en: 'Listed before in the same answer (WebDAV).', zh: '同一响应中已列出（WebDAV）。' }, 'RFC 5842'],
  [226, 'IM Used', { en: 'Only the differences were sent.', zh: '仅返回差异部分。' }, 'RFC 3229'],
  [300, 'Multiple Choices', { en: 'Several representations to choose from.', zh: '有多种表示可选。' }, HTTP],
  [301, 'Moved Permanently', { en: 'Moved permanently; POST may become GET.', zh: '永久移动，POST 可能变为 GET。' }, HTTP],
  [302, 'Found', { en: 'Temporarily elsewhere; POST may become GET.', zh: '临时移动，POST 可能变为 GET。' }, HTTP],
  [303, 'See Other', { en: 'Fetch the answer elsewhere with GET.', zh: '请用 GET 到另一地址获取结果。' }, HTTP],
  [304, 'Not Modified', { en: 'Your cached copy is still good.', zh: '缓存仍然有效。' }, HTTP],
  [305, 'Use Proxy', { en: 'No longer used.', zh: '已废弃。' }, HTTP],
  [307, 'Temporary Redirect', { en: 'Temporarily elsewhere; same method.', zh: '临时移动，方法不变。' }, HTTP],
  [308, 'Permanent Redirect', { en: 'Moved permanently; same method.', zh: '永久移动，方法不变。' }, HTTP],
  [400, 'Bad Request', { en: 'The request cannot be understood.', zh: '请求有误，无法理解。' }, HTTP],
  [401, 'Unauthorized', { en: 'Log in first; see WWW-Authenticate.', zh: '需要身份验证，方式见 WWW-Authenticate。' }, HTTP],
  [402, 'Payment Required', { en: 'Payment is needed.', zh: '需要付费。' }, HTTP],
  [403, 'Forbidden', { en: 'Understood, but not allowed.', zh: '已理解，但不允许。' }, HTTP],
  [404, 'Not Found', { en: 'There is nothing here.', zh: '资源不存在。' }, HTTP],
  [405, 'Method Not Allowed', { en: 'Not with this method; see Allow.', zh: '不支持此方法，可用方法见 Allow。' }, HTTP],
  [406, 'Not Acceptable', { en: 'Not available in any format that Accept allows.', zh: '没有符合 Accept 的表示。' }, HTTP],
  [407, 'Proxy Authentication Required', { en: 'Log in at the proxy first.', zh: '需要先通过代理的身份验证。' }, HTTP],
  [408, 'Request Timeout', { en: 'The request took too long to arrive.', zh: '等待请求超时。' }, HTTP],
  [409, 'Conflict', { en: 'Conflicts with the current state of the resource.', zh: '与资源当前状态冲突。' }, HTTP],
  [410, 'Gone', { en: 'Existed once, now permanently gone.', zh: '资源已永久删除。' }, HTTP],
  [411, 'Length Required', { en: 'Content-Length is missing.', zh: '缺少 Content-Length。' }, HTTP],
  [412, 'Precondition Failed', { en: 'If-Match or another precondition failed.', zh: 'If-Match 等前置条件不成立。' }, HTTP],
  [413, 'Content Too Large', { en: 'The body is too large.', zh: '请求内容过大。' }, HTTP],
  [414, 'URI Too Long', { en: 'The address is too long.', zh: '请求地址过长。' }, HTTP],
  [415, 'Unsupported Media Type', { en: 'The body’s format is not supported.', zh: '不支持该内容格式。' }, HTTP],
  [416, 'Range Not Satisfiable', { en: 'The requested range is outside the content.', zh: 'Range 超出范围。' }, HTTP],
  [417, 'Expectation Failed', { en: 'The Expect header cannot be fulfilled.', zh: '无法满足 Expect。' }, HTTP],
  [418, 'I’m a teapot', { en: 'Originally a joke; now reserved.', zh: '源自玩笑，已保留不用。' }, 'RFC 2324'],
  [421, 'Misdirected Request', { en: 'This server is not responsible for that host.', zh: '该服务器不负责此主机名。' }, HTTP],
  [422, 'Unprocessable Content', { en: 'Well-formed, but makes no sense.', zh: '格式正确，但内容无法处理。' }, HTTP],
  [423, 'Locked', { en: 'The resource is locked (WebDAV).', zh: '资源被锁定（WebDAV）。' }, 'RFC 4918'],
  [424, 'Failed Dependency', { en: 'An earlier step failed (WebDAV).', zh: '前置操作失败（WebDAV）。' }, 'RFC 4918'],
  [425, 'Too Early', { en: 'Could be a replay; send again later.', zh: '可能被重放，请稍后再发。' }, 'RFC 8470'],
  [426, 'Upgrade Required', { en: 'Use another protocol; see Upgrade.', zh: '需要升级协议，见 Upgrade。' }, HTTP],
  [
    428,
    'Precondition Required',
    { en: 'Send If-Match, so that no one’s change is overwritten.', zh: '请带上 If-Match，以免覆盖他人的修改。' },
    'RFC 6585',
  ],
  [429, 'Too Many Requests', { en: 'Slow down; see Retry-After.', zh: '请求过多，等待时间见 Retry-After。' }, 'RFC 6585'],
  [431, 'Request Header Fields Too Large', { en: 'The headers are too large.', zh: '请求头过大。' }, 'RFC 6585'],
  [451, 'Unavailable For Legal Reasons', { en: 'Blocked by law.', zh: '因法律原因不可用。' }, 'RFC 7725'],
  [
    499,
    'Client Closed Request',
    { en: 'The client disconnected before the answer (nginx).', zh: '客户端在响应前断开（nginx）。' },
    'nginx',
  ],
  [500, 'Internal Server Error', { en: 'The server failed unexpectedly.', zh: '服务器内部错误。' }, HTTP],
  [501, 'Not Implemented', { en: 'The server does not know this method.', zh: '服务器不支持该方法。' }, HTTP],
  [502, 'Bad Gateway', { en: 'The upstream server gave an invalid answer.', zh: '上游服务器响应无效。' }, HTTP],
  [503, 'Service Unavailable', { en: 'Overloaded or down; see Retry-After.', zh: '过载或维护中，见 Retry-After。' }, HTTP],
  [504, 'Gateway Timeout', { en: 'The upstream server did not answer in time.', zh: '上游服务器响应超时。' }, HTTP],
  [505, 'HTTP Version Not Supported', { en: 'This version of HTTP is not supported.', zh: '不支持该 HTTP 版本。' }, HTTP],
  [506, 'Variant Also Negotiates', { en: 'A loop in content negotiation.', zh: '内容协商配置成环。' }, 'RFC 2295'],
  [507, 'Insufficient Storage', { en: 'No storage left (WebDAV).', zh: '存储空间不足（WebDAV）。' }, 'RFC 4918'],
  [508, 'Loop Detected', { en: 'An infinite loop was detected (WebDAV).', zh: '检测到无限循环（WebDAV）。' }, 'RFC 5842'],
  [510, 'Not Extended', { en: 'An extension is required (obsolete).', zh: '需要扩展（已过时）。' }, 'RFC 2774'],
  [
    511,
    'Network Authentication Required',
    { en: 'Log in to the network first (captive portal).', zh: '需要先登录网络（认证门户）。' },
    'RFC 6585',
  ],
  [520, 'Unknown Error', { en: 'The origin returned an unexpected answer (CDN).', zh: '源站响应异常（CDN）。' }, 'Cloudflare'],
  [521, 'Web Server Is Down', { en: 'The origin refused the connection (CDN).', zh: '源站拒绝连接（CDN）。' }, 'Cloudflare'],
  [
    522,
    'Connection Timed Out',
    { en: 'The origin could not be reached in time (CDN).', zh: '连接源站超时（CDN）。' },
    'Cloudflare',
  ],
]

/** The codes that a code, a status line, a class (`4xx`) or a word in either language picks; all of them for an empty text. In order. */
export function findStatusCodes(text: string): StatusCode[] {
  const isWanted = toFilter(text.normalize('NFKC').trim().toLowerCase())
  return STATUS_CODES.filter(isWanted).sort(([a], [b]) => a - b)
}

function toFilter(word: string): (status: StatusCode) => boolean {
  const ofLine = /^(?:http\/\d(?:\.\d)?\s+)?([1-5]\d{2})(?:\s+\D.*)?$/.exec(word)?.[1]
  if (ofLine) return ([code]) => String(code) === ofLine
  const ofClass = /^([1-5])(?:xx)?$/.exec(word)?.[1]
  if (ofClass) return ([code]) => String(code).startsWith(ofClass)
  // 502错误, “Request failed with status code 403”
  const inWords = word.match(/(?<![\d.])[1-5]\d{2}(?![\d.])/g)
  if (inWords) return ([code]) => inWords.includes(String(code))
  const words = word.split(/\s+/)
  return ([code, name, { en, zh }, source]) => {
    const told = `${name} ${en} ${zh} ${source} ${CLASSES[Math.floor(code / 100)]} ${CHINESE_NAMES[code] ?? ''}`.toLowerCase()
    return words.every((one) => told.includes(one))
  }
}

/** What Chinese books and servers call the phrases, to be found by. */
export const CHINESE_NAMES: Readonly<Record<number, string>> = {
  100: '继续',
  101: '切换协议',
  201: '已创建',
  202: '已接受',
  204: '无内容',
  206: '部分内容',
  300: '多种选择',
  301: '永久移动 永久重定向',
  302: '临时移动 临时重定向',
  303: '查看其他位置',
  304: '未修改',
  307: '临时重定向',
  308: '永久重定向',
  400: '错误请求 无效请求 请求错误',
  401: '未授权 未认证 未登录',
  402: '需要付款',
  403: '禁止访问 拒绝访问 没有权限',
  404: '未找到 找不到 页面不存在',
  405: '方法不允许 方法不被允许 不允许的方法',
  406: '不可接受 无法接受',
  407: '需要代理认证 代理身份验证',
  408: '请求超时',
  409: '冲突',
  410: '已删除 已消失',
  411: '需要长度',
  412: '前提条件失败 先决条件失败',
  413: '请求体过大 请求实体过大 内容过大 上传文件过大',
  414: '网址过长 URI过长',
  415: '不支持的媒体类型',
  416: '范围无法满足 请求范围不符合要求',
  417: '预期失败 期望失败',
  421: '误导的请求',
  422: '无法处理的实体 不可处理的实体',
  423: '已锁定',
  424: '依赖失败',
  425: '过早',
  426: '需要升级',
  428: '需要前提条件',
  429: '请求过多 请求太多 请求过于频繁',
  431: '请求头过大 请求头字段过大',
  451: '因法律原因不可用',
  500: '内部服务器错误 服务器内部错误',
  501: '未实现 尚未实现',
  502: '错误网关 网关错误 坏网关',
  503: '服务不可用 服务暂不可用',
  504: '网关超时',
  505: '版本不受支持',
  507: '存储空间不足',
  508: '检测到循环',
  511: '需要网络认证 需要网络身份验证',
}

/** What the codes of a class are called, in both languages. */
const CLASSES: Readonly<Record<number, string>> = {
  1: 'informational 信息响应',
  2: 'success 成功响应',
  3: 'redirection redirects 重定向 跳转',
  4: 'client errors 客户端错误',
  5: 'server errors 服务器错误 服务端错误',
}

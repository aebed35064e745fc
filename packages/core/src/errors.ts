import { fillText, type Lang, type Text } from './text.ts'

type ErrorRow = {
  /** HTTP status (RFC 9110 §15). */
  readonly status: number
  /** Envelope code; equal to the status unless SPEC §8 names another. */
  readonly code: number
  readonly msg: Text
  /** What the caller can do about it. */
  readonly resolution: Text
  /** The message where the details hold a `host`. */
  readonly msgOfHost?: Text
  /** The message where the details say how much was `needed`. */
  readonly msgOfNeeded?: Text
}

const row = (status: number, msg: Text, resolution: Text, code = status): ErrorRow => ({ status, code, msg, resolution })

/**
 * Failed Dependency (RFC 4918 §11.4): this service did its part, and somebody else did not. Not 502 and 504, which clients,
 * balancers and alarms take for a fault of the server that answers (docs/decisions/0077-whose-fault.md).
 */
const OTHERS_FAILED = 424

/**
 * Every error the product answers with, in one place: HTTP answers, toasts, the SDK and the
 * documentation are all made from this table. `{expected}`, `{got}` and other names are filled
 * from the details of the error.
 */
export const ERRORS = {
  bad_input: row(
    400,
    { en: '{field}: expected {expected}, got {got}', zh: '{field}：应为 {expected}，收到 {got}' },
    { en: 'Correct the named field and try again.', zh: '请更正该字段后重试。' },
  ),
  missing_input: row(
    400,
    { en: 'Please {act} “{label}”', zh: '请{act}“{label}”' },
    { en: 'Fill it in and try again; programs call it `{field}`.', zh: '请填写后重试；接口中的字段名为 `{field}`。' },
  ),
  bad_body: row(
    400,
    { en: 'The request body could not be read: {reason}', zh: '无法读取请求内容：{reason}' },
    {
      en: 'Send multipart/form-data, application/x-www-form-urlencoded or application/json.',
      zh: '请使用 multipart/form-data、application/x-www-form-urlencoded 或 application/json 格式。',
    },
  ),
  unsupported_body: row(
    415,
    { en: 'This kind of request body is not supported: {reason}', zh: '不支持此类请求内容：{reason}' },
    {
      en: 'Send fields as multipart/form-data, application/x-www-form-urlencoded or application/json, and lists of addresses as text/plain, text/csv or application/json, without compression.',
      zh: '字段请使用 multipart/form-data、application/x-www-form-urlencoded 或 application/json 格式，地址列表请使用 text/plain、text/csv 或 application/json 格式，且不要压缩。',
    },
  ),
  bad_request: row(
    400,
    { en: 'The request could not be read: it is not HTTP/1.1', zh: '无法读取请求：不符合 HTTP/1.1' },
    {
      en: 'Send it as RFC 9112 says: one Host, one length, lines that end with CR LF.',
      zh: '请按 RFC 9112 发送：一个 Host、一个长度，每行以 CR LF 结尾。',
    },
  ),
  request_timeout: row(
    408,
    { en: 'The request did not arrive in time', zh: '请求未在时限内送达' },
    { en: 'Send it again, or send less at once.', zh: '请重新发送，或减少单次提交的内容。' },
  ),
  head_too_large: row(
    431,
    { en: 'The URL and headers are too large: at most 16 KB', zh: '网址与请求头过大：上限 16 KB' },
    { en: 'Send long values in the body.', zh: '较长的内容请放在请求体中。' },
  ),
  bad_address: row(
    400,
    {
      en: 'Please enter any IPv4 or IPv6 address: {reason}, got “{got}”',
      zh: '请输入任意 IPv4 或 IPv6 地址：{reason}，收到“{got}”',
    },
    {
      en: 'Write IPv4 as four decimal numbers 0–255 without leading zeros, IPv6 as in RFC 4291.',
      zh: 'IPv4 请写成四个 0–255 的十进制数（无前导零），IPv6 请按 RFC 4291 书写。',
    },
  ),
  address_missing: row(
    400,
    { en: 'Please enter any IPv4 or IPv6 address', zh: '请输入任意 IPv4 或 IPv6 地址' },
    { en: 'A domain works as well.', zh: '也可以输入域名。' },
  ),
  not_one_address: row(
    400,
    { en: 'Expected one address, got the network “{got}”', zh: '应为单个地址，收到的是网段“{got}”' },
    {
      en: 'Leave out the prefix length, or use /ipfanwei.',
      zh: '请去掉前缀长度，或使用 /ipfanwei。',
    },
  ),
  bad_domain: row(
    400,
    { en: '“{got}” is not a host name: {reason}', zh: '“{got}”不是有效的主机名：{reason}' },
    {
      en: 'Write a name such as example.com; labels have 1–63 letters, digits or hyphens.',
      zh: '请输入如 example.com 的域名；每段为 1–63 个字母、数字或连字符。',
    },
  ),
  name_not_found: row(
    404,
    { en: 'The name “{got}” does not resolve to any address', zh: '域名“{got}”没有解析到任何地址' },
    { en: 'Check the spelling, or ask for its records at /dnschaxun.', zh: '请检查拼写，或用 /dnschaxun 查看其记录。' },
  ),
  network_not_found: row(
    404,
    { en: 'The data has no network “{got}”', zh: '数据中没有网络“{got}”' },
    {
      en: 'Check the number. An AS that announces nothing has no network, and neither has a private address.',
      zh: '请检查 AS 号。未宣告任何地址的 AS 和私有地址没有对应的网络。',
    },
  ),
  refused_target: row(
    400,
    { en: 'This service does not contact “{got}”: {reason}', zh: '本服务不访问目标“{got}”：{reason}' },
    { en: 'Correct what the reason names; only public hosts can be reached.', zh: '请按所述原因修改；目标须为公网域名或地址。' },
  ),
  unsupported_value: row(
    400,
    { en: '“{got}” cannot be processed: {reason}', zh: '无法处理“{got}”：{reason}' },
    { en: 'Correct it as the message says.', zh: '请参照提示修改。' },
  ),
  syntax_error: row(
    400,
    { en: '{format}, line {line}, column {column}: {reason}', zh: '{format} 第 {line} 行第 {column} 列：{reason}' },
    { en: 'Correct the text there.', zh: '请更正该处。' },
  ),
  wrong_key: row(
    400,
    { en: 'Decryption failed: {reason}', zh: '解密失败：{reason}' },
    { en: 'Check the key, the mode, the padding and the encoding of the input.', zh: '请检查密钥、模式、填充方式和输入编码。' },
  ),
  wrong_passphrase: row(
    400,
    { en: 'Decryption failed: the passphrase does not open this key', zh: '解密失败：口令与该私钥不符' },
    { en: 'Check capitals, spaces and the keyboard layout.', zh: '请检查大小写、空格与键盘布局。' },
  ),
  session_ended: row(
    401,
    { en: 'Your session has ended. Please log in again', zh: '登录已失效，请重新登录' },
    { en: 'Log in again to get a new token.', zh: '请重新登录以获取新的令牌。' },
    506,
  ),
  login_required: row(
    401,
    { en: 'Please log in first', zh: '请先登录' },
    {
      en: 'Log in and try again. Programs send the token of a login in the header `token`; tools and data files also accept an API key.',
      zh: '请登录；程序需将登录所得的令牌放入请求头 `token`。使用工具或下载数据文件也可使用 API 密钥。',
    },
  ),
  key_required: row(
    401,
    { en: 'This call needs an API key', zh: '此接口需要 API 密钥' },
    {
      en: 'Send it as `Authorization: Bearer <key>`; keys are created in your account.',
      zh: '请以 `Authorization: Bearer <密钥>` 发送，密钥可在账户中创建。',
    },
  ),
  email_wrong: row(
    400,
    { en: 'Please enter the correct email address', zh: '请输入正确的邮箱地址' },
    { en: 'Enter one address such as name@example.com.', zh: '请填写一个邮箱地址，例如 name@example.com。' },
  ),
  password_missing: row(
    400,
    { en: 'Please enter your login password', zh: '请输入登录密码' },
    { en: 'Enter the password of your account.', zh: '请填写账户密码。' },
  ),
  password_weak: row(
    400,
    { en: 'Choose another password: {reason}', zh: '请更换密码：{reason}' },
    { en: 'Use 8 to 256 characters and no common password.', zh: '请使用 8 至 256 个字符且不常见的密码。' },
  ),
  passwords_differ: row(
    400,
    { en: 'The two passwords do not match', zh: '两次输入的密码不一致' },
    { en: 'Enter the same password twice.', zh: '请两次填写相同的密码。' },
  ),
  agreement_missing: row(
    400,
    { en: 'Please agree to the Terms and Privacy Policy', zh: '请先同意服务条款和隐私政策' },
    { en: 'Tick the box below the form.', zh: '请勾选表单下方的选项。' },
  ),
  wrong_login: row(
    401,
    {
      en: 'The email address or the password is wrong, or the address has not been confirmed yet',
      zh: '邮箱或密码错误，或邮箱尚未确认',
    },
    {
      en: 'Check both, look for the confirmation mail, or reset the password.',
      zh: '请检查邮箱和密码，查收确认邮件，或重置密码。',
    },
  ),
  wrong_password: row(
    400,
    { en: 'The current password is wrong', zh: '当前密码错误' },
    { en: 'Enter the password you log in with now.', zh: '请填写您目前的登录密码。' },
  ),
  code_required: row(
    401,
    { en: 'Please enter the code from your authenticator app', zh: '请输入身份验证器中的验证码' },
    { en: 'Log in again with the code, or with a recovery code.', zh: '请附上验证码或恢复码后重新登录。' },
  ),
  wrong_code: row(
    401,
    { en: 'The code is wrong or has been used', zh: '验证码错误或已被使用' },
    { en: 'Wait for the next code and try again.', zh: '请等待下一个验证码后重试。' },
  ),
  passkey_wrong: row(
    401,
    { en: 'The passkey could not be verified: {reason}', zh: '通行密钥验证失败：{reason}' },
    { en: 'Try again, or use the password.', zh: '请重试，或使用密码。' },
  ),
  proof_wanted: row(
    429,
    {
      en: 'You have used the network tools a lot. Your device must compute for about a second before you can go on',
      zh: '您使用网络工具较为频繁，继续之前需由您的设备完成约一秒的计算',
    },
    {
      en: 'The page does this by itself over https. Programs solve `challenge` (Altcha 2, PBKDF2/SHA-256) and send base64 of {"challenge", "solution"} in the header {header}; or use a key, log in, or wait {retryAfter} s.',
      zh: '在 https 页面中会自动完成。程序请求需求解 `challenge`（Altcha 2，PBKDF2/SHA-256），并将 {"challenge", "solution"} 的 base64 放入请求头 {header}；也可使用密钥、登录，或等待 {retryAfter} 秒。',
    },
  ),
  proof_wrong: row(
    400,
    { en: 'The proof of work is not valid: {reason}', zh: '工作量证明无效：{reason}' },
    { en: 'Request a new challenge and send again.', zh: '请重新获取题目后再提交。' },
  ),
  link_dead: row(
    400,
    { en: 'This link has been used or has expired', zh: '此链接已被使用或已过期' },
    { en: 'Request a new one.', zh: '请重新获取链接。' },
  ),
  bad_key: row(
    401,
    { en: 'The API key cannot be used: {reason}', zh: 'API 密钥无法使用：{reason}' },
    { en: 'Check the key in your account, or create a new one.', zh: '请在账户中检查密钥，或新建一个。' },
  ),
  key_refused: row(
    403,
    { en: 'The API key does not allow this: {reason}', zh: '该 API 密钥不允许此操作：{reason}' },
    { en: 'Change the limits of the key in your account.', zh: '请在账户中调整密钥的限制。' },
  ),
  too_many_keys: row(
    409,
    { en: 'Your plan allows {limit} {limit|key|keys}', zh: '您的套餐最多可创建 {limit} 个密钥' },
    { en: 'Revoke one first, or choose a larger plan.', zh: '请先吊销一个密钥，或升级套餐。' },
  ),
  key_ends: row(
    409,
    {
      en: 'This key already ends at {endsAt}, and your plan allows no more than {limit} {limit|key|keys}',
      zh: '此密钥的失效时间已定为 {endsAt}，且套餐的 {limit} 个密钥名额已满',
    },
    {
      en: 'Rotate the key that took its place. This one can be revoked to end it at once.',
      zh: '请改为轮换替代它的密钥；如需让此密钥立即失效，请吊销它。',
    },
  ),
  too_many_rotated: row(
    409,
    {
      en: 'Including rotated keys that still work, there {limit|is|are} {limit} {limit|key|keys}, the most that your plan allows',
      zh: '连同已轮换但尚未失效的密钥，共有 {limit} 个，已达上限',
    },
    { en: 'Revoke one that was rotated, or wait until it ends.', zh: '请吊销一个已轮换的密钥，或等待其失效。' },
  ),
  quota_spent: {
    ...row(
      429,
      { en: 'This month’s quota of {limit} {limit|request|requests} is used up', zh: '本月 {limit} 次请求额度已用完' },
      {
        en: 'The quota resets on {resetsAt}; a larger plan takes effect at once.',
        zh: '额度将于 {resetsAt} 重置；升级套餐立即生效。',
      },
    ),
    msgOfNeeded: {
      en: 'This call takes {needed} requests, more than are left of this month’s quota of {limit}',
      zh: '本次调用需要 {needed} 次请求，超过本月 {limit} 次额度的剩余量',
    },
  },
  key_cap_spent: {
    ...row(
      429,
      {
        en: 'This key’s monthly cap of {limit} {limit|request|requests} is used up',
        zh: '此密钥每月 {limit} 次的请求上限已用完',
      },
      { en: 'Raise the cap of the key in your account.', zh: '请在账户中调高此密钥的上限。' },
    ),
    msgOfNeeded: {
      en: 'This call takes {needed} requests, more than are left of this key’s monthly cap of {limit}',
      zh: '本次调用需要 {needed} 次请求，超过此密钥每月 {limit} 次上限的剩余量',
    },
  },
  api_not_subscribed: row(
    403,
    {
      en: 'You have not subscribed to the API service, please subscribe to the service first',
      zh: '您尚未订阅 API 服务，请先订阅',
    },
    { en: 'Choose a plan at /pricing.', zh: '请在 /pricing 选择套餐。' },
  ),
  database_not_subscribed: row(
    403,
    {
      en: 'You have not subscribed to the database service, please subscribe to the service first',
      zh: '您尚未订阅数据库服务，请先订阅',
    },
    { en: 'Choose a plan at /pricing.', zh: '请在 /pricing 选择套餐。' },
  ),
  database_not_ready: row(
    503,
    { en: 'The file {product}/{format} is being built: {progress}', zh: '文件 {product}/{format} 正在生成：{progress}' },
    {
      en: 'Try again in a minute; programs find the time in Retry-After.',
      zh: '请一分钟后重试；程序可按 Retry-After 的时间重新请求。',
    },
  ),
  free_already_subscribed: row(
    409,
    {
      en: 'You have subscribed to the free service, please go to the console to use it',
      zh: '您已订阅免费服务，请前往控制台使用',
    },
    { en: 'Your keys are in the console.', zh: '密钥可在控制台中查看。' },
  ),
  already_subscribed: row(
    409,
    {
      en: 'You have already subscribed to the current package. If you need to increase the quantity, please go to the console to upgrade',
      zh: '您已订阅当前套餐，如需增加用量，请前往控制台升级',
    },
    { en: 'Upgrade in the console.', zh: '请在控制台升级。' },
  ),
  payments_off: row(
    409,
    { en: 'Payments are not possible here: {reason}', zh: '本站暂不支持付款：{reason}' },
    { en: 'Ask the operator of this installation; the free plan needs no payment.', zh: '请联系本站管理员；免费套餐无需付款。' },
  ),
  not_set_up: row(
    409,
    { en: 'This is not set up here: {reason}', zh: '本站尚未配置此功能：{reason}' },
    {
      en: 'Ask the operator of this installation; waiting will not help.',
      zh: '请联系本站管理员；稍后重试也不会有结果。',
    },
  ),
  payment_due: row(
    409,
    { en: 'Invoice {invoice} is not paid yet', zh: '账单 {invoice} 尚未支付' },
    { en: 'Pay it under Billing in your account, then try again.', zh: '请先在个人中心的“账单”中支付，然后重试。' },
  ),
  not_now: row(
    409,
    { en: 'This cannot be done now: {reason}', zh: '当前无法执行此操作：{reason}' },
    { en: 'Look at your subscription under Billing.', zh: '请在“账单”中查看您的订阅。' },
  ),
  last_operator: row(
    409,
    {
      en: 'This is the last operator: make another first, in the back office or by “octet operator link”',
      zh: '这是最后一位管理员，请先在后台或用 octet operator link 设置另一位',
    },
    { en: 'Run it on the server’s machine, and try again.', zh: '请在服务器上运行该命令，然后重试。' },
  ),
  bad_signature: row(
    400,
    { en: 'The signature of the message is not valid: {reason}', zh: '消息签名无效：{reason}' },
    { en: 'Check the secret of the webhook.', zh: '请检查 Webhook 密钥。' },
  ),
  forbidden: row(
    403,
    { en: 'You may not do this: {reason}', zh: '无权执行此操作：{reason}' },
    { en: 'Ask the operator of this installation.', zh: '请联系本站管理员。' },
  ),
  not_found: row(
    404,
    { en: 'Page not found: {path}', zh: 'Page not found: {path}' },
    { en: 'Check the address; the list of calls is at /openapi.json.', zh: '请检查地址；接口列表见 /openapi.json。' },
  ),
  no_such: row(
    404,
    { en: 'There is no {what} {got}', zh: '没有此{what}：{got}' },
    { en: 'Check it; what was removed or has expired cannot be brought back.', zh: '请检查编号；已删除或已过期的内容无法找回。' },
  ),
  no_such_tool: row(
    404,
    { en: 'There is no tool “{got}”', zh: '没有工具“{got}”' },
    { en: 'Use one of: {expected}.', zh: '可用：{expected}。' },
  ),
  unknown_field: row(
    404,
    { en: 'The record has no field “{got}”', zh: '记录中没有字段“{got}”' },
    { en: 'Use one of: {expected}.', zh: '可用字段：{expected}。' },
  ),
  build_not_kept: row(
    404,
    {
      en: 'No build from {got} or earlier is kept; the oldest is from {oldest}',
      zh: '未保留 {got} 或更早的构建；最早的构建日期为 {oldest}',
    },
    { en: 'Ask for a later day, or leave `at` out.', zh: '请选择更晚的日期，或不填 `at`。' },
  ),
  builds_not_kept: row(
    404,
    {
      en: 'A comparison needs two kept builds, got {got}; kept: {kept}',
      zh: '比较差异需要两个已保留的构建，收到 {got}；现有：{kept}',
    },
    { en: 'Name two of them, or wait for the next build.', zh: '请指定其中两个，或等待下一次构建。' },
  ),
  method_not_allowed: row(
    405,
    { en: 'The method {got} is not allowed here, use {expected}', zh: '此处不支持 {got} 方法，请使用 {expected}' },
    { en: 'Use the named method.', zh: '请使用所列方法。' },
  ),
  no_point_found: row(
    422,
    { en: 'No monitoring point matches “{got}”', zh: '没有符合“{got}”的监测点' },
    {
      en: 'Try a wider place, such as world, or see the list at /points.',
      zh: '请放宽地点（例如 world），或查看 /points 的监测点列表。',
    },
  ),
  bad_point_token: row(
    401,
    { en: 'The token of the monitoring point is unknown or was revoked', zh: '监测点令牌无效或已被吊销' },
    {
      en: 'Get a new one: `octet point token <id>` on the server, or at /points when logged in.',
      zh: '请重新获取：在服务器上运行 `octet point token <id>`，或登录后在 /points 获取。',
    },
  ),
  point_incompatible: row(
    426,
    {
      en: 'This program speaks version {got} of the point protocol; the server speaks version {expected}',
      zh: '本程序使用监测点协议第 {got} 版，服务器为第 {expected} 版',
    },
    { en: 'Update the older of the two.', zh: '请更新版本较旧的一方。' },
  ),
  point_replaced: row(
    409,
    { en: 'Another agent has connected as the same point', zh: '另一个探测程序已作为同一监测点接入' },
    {
      en: 'After a change of token or machine this one can be left ended; else use a token of its own for each point.',
      zh: '若更换了令牌或机器，无需处理；否则请为每个监测点使用单独的令牌。',
    },
  ),
  too_many_points: row(
    409,
    { en: 'An account can have {limit} monitoring points', zh: '每个账户最多可有 {limit} 个监测点' },
    { en: 'Remove one first.', zh: '请先删除一个。' },
  ),
  too_many_monitors: row(
    409,
    { en: 'An account can have {limit} monitors', zh: '每个账户最多可有 {limit} 个监控' },
    { en: 'Remove one first.', zh: '请先删除一个。' },
  ),
  too_many_windows: row(
    409,
    { en: 'An account can have {limit} maintenance windows', zh: '每个账户最多可有 {limit} 个维护时段' },
    { en: 'Remove one first.', zh: '请先删除一个。' },
  ),
  target_failed: row(
    OTHERS_FAILED,
    { en: 'The other side failed: {reason}', zh: '对方未正常应答：{reason}' },
    { en: 'Check the target, or try again later.', zh: '请检查目标，或稍后重试。' },
  ),
  timed_out: {
    ...row(
      OTHERS_FAILED,
      { en: 'No answer within {limit} ms', zh: '{limit} 毫秒内未得到应答' },
      { en: 'Try again; the other side may be slow.', zh: '请稍后重试，对方可能响应较慢。' },
    ),
    msgOfHost: { en: 'No answer from {host} within {limit} ms', zh: '{limit} 毫秒内未得到 {host} 的应答' },
  },
  took_too_long: row(
    422,
    { en: 'Stopped after {limit} ms: {reason}', zh: '运行 {limit} 毫秒后已中止：{reason}' },
    { en: 'Change what takes so long, or send less at once.', zh: '请调整耗时的部分，或减少单次提交的内容。' },
  ),
  too_large: row(
    413,
    { en: '{field} is too large: at most {limit}, got {got}', zh: '{field} 过大：上限 {limit}，收到 {got}' },
    { en: 'Send less at once.', zh: '请减少单次提交的内容。' },
  ),
  too_many_names: row(
    413,
    { en: 'Your plan allows {limit} names at once, got {got}', zh: '您的套餐一次最多 {limit} 个名称，收到 {got} 个' },
    { en: 'Send fewer at once, or see the plans at /pricing.', zh: '请减少单次数量，或查看套餐页 /pricing。' },
  ),
  too_many_requests: row(
    429,
    {
      en: 'Too many requests: {limit} in {window} s. Try again in {retryAfter} s',
      zh: '请求过于频繁：{window} 秒内上限 {limit} 次，请在 {retryAfter} 秒后重试',
    },
    { en: 'Wait that long; programs find the time in Retry-After.', zh: '请等待上述时间；程序可从 Retry-After 读取。' },
  ),
  tool_off: row(
    403,
    { en: 'The operator has switched this tool off', zh: '管理员已停用此工具' },
    { en: 'Ask the operator of this installation.', zh: '请联系本站管理员。' },
  ),
  cancelled: row(
    499,
    { en: 'The request was cancelled', zh: '请求已取消' },
    { en: 'Send it again when needed.', zh: '如有需要请重新提交。' },
  ),
  data_missing: row(
    503,
    { en: 'The address data is not ready: {reason}', zh: '地址数据尚未就绪：{reason}' },
    {
      en: 'Try again in a minute; the operator can run `octet data build`.',
      zh: '请一分钟后重试；管理员可运行 `octet data build`。',
    },
  ),
  unavailable: row(
    503,
    { en: 'Not available now: {reason}', zh: '暂不可用：{reason}' },
    {
      en: 'Try again in a minute; programs find the time in Retry-After.',
      zh: '请一分钟后重试；程序可按 Retry-After 的时间重试。',
    },
  ),
  job_broken: row(
    500,
    { en: 'The job {job} failed because of a fault of this service', zh: '任务 {job} 因本服务故障而中止' },
    {
      en: 'Its cost is refunded. Send the file again; if it fails once more, report the job id: the log records the cause under it.',
      zh: '所计额度将退还。请重新提交文件；若持续出现，请反馈任务编号，服务器日志中以该编号记有原因。',
    },
  ),
  internal: row(
    500,
    { en: 'Something went wrong here. Request id {requestId}', zh: '服务器内部错误，请求编号 {requestId}' },
    { en: 'Try again; if the error persists, report the request id.', zh: '请重试；若持续出现，请反馈请求编号。' },
  ),
} as const satisfies Record<string, ErrorRow>

export type ErrorKey = keyof typeof ERRORS

/** Values for the places of the message, and facts a program can use (`line`, `column`, `offset` …). */
export type ErrorDetails = Readonly<Record<string, string | number | boolean | Text | undefined>>

/**
 * A known error: an answer, not a bug. `key` names a row of {@link ERRORS}.
 *
 * @example throw new AppError('bad_input', { field: 'prefix', expected: 'a prefix length of 0–32', got: 33 })
 */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly key: ErrorKey
  readonly details: ErrorDetails

  constructor(key: ErrorKey, details: ErrorDetails = {}, options?: ErrorOptions) {
    super(toErrorMessage({ key, details }, 'en'), options)
    this.key = key
    this.details = details
  }
}

/** Recognised by name and key, since two bundles may both hold the class. */
export function isAppError(error: unknown): error is AppError {
  return error instanceof Error && error.name === 'AppError' && 'key' in error && Object.hasOwn(ERRORS, String(error.key))
}

/** The message of an error in a caller's language, its places filled from the details. */
export function toErrorMessage({ key, details }: Pick<AppError, 'key' | 'details'>, lang: Lang): string {
  const message = findMessage(key, details)[lang]
  const words = toWords(details, lang)
  const { got } = details
  if (typeof got !== 'string') return fillText(message, words)
  if (got.trim() !== '') return fillText(toQuoting(message, got), { ...words, got: toShown(got) })
  const bare = message.replace(/^“\{got\}”/, EMPTY_TEXT[lang]).replace('“{got}”', '{got}')
  return fillText(bare, { ...words, got: NOTHING[lang] })
}

/** Chinese has no blanks around words: what came is told from the sentence by quotes, unless it is a number. */
const toQuoting = (message: string, got: string): string =>
  /^[\d.,+-]+$/.test(got) ? message : message.replace('应为 {expected}，收到 {got}', '应为 {expected}，收到“{got}”')

/** A message stays one that is read, whatever came; the details have it whole. */
const MAX_GOT_CHARS = 120

const toShown = (got: string): string =>
  got.length > MAX_GOT_CHARS ? `${got.slice(0, MAX_GOT_CHARS).replace(/[\uD800-\uDBFF]$/, '')}…` : got

function findMessage(key: ErrorKey, { host, needed }: ErrorDetails): Text {
  const { msg, msgOfHost = msg, msgOfNeeded = msg }: ErrorRow = ERRORS[key]
  if (host !== undefined) return msgOfHost
  return needed === undefined ? msg : msgOfNeeded
}

/** What came where a field holds blanks at most, in words that can be seen, without the quotes of what was written; the other begins a message. */
const NOTHING: Text = { en: 'nothing', zh: '空值' }
const EMPTY_TEXT: Text = { en: 'An empty text', zh: '空文本' }

/**
 * Why somebody else failed, as it stands in a row beside their name: of `target_failed` and `unavailable` the reason alone.
 */
export function toFailureWords(error: Pick<AppError, 'key' | 'details'>, lang: Lang): string {
  const { reason } = toWords(error.details, lang)
  const isReason = error.key === 'unavailable' || error.key === 'target_failed'
  return isReason && reason !== undefined ? String(reason) : toErrorMessage(error, lang)
}

/** What the caller can do about an error, in the caller's language. */
export function toErrorResolution({ key, details }: Pick<AppError, 'key' | 'details'>, lang: Lang): string {
  return fillText(ERRORS[key].resolution[lang], toWords(details, lang))
}

/** Details in one language: a text in two languages becomes the one asked for. */
export function toWords(details: ErrorDetails, lang: Lang): Record<string, string | number | boolean> {
  const words: Record<string, string | number | boolean> = {}
  for (const [name, value] of Object.entries(details))
    if (value !== undefined) words[name] = typeof value === 'object' ? value[lang] : value
  return words
}

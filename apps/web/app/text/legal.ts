import type { Text } from '@octet/core/text.ts'

export type LegalSection = { readonly id: string; readonly title: Text; readonly lines: readonly Text[] }

/** Words of /terms and /privacy. They say what this program does; the operator's own rules come from the operator. */
export const legalText = {
  termsTitle: { en: 'Terms of service', zh: '服务条款' },
  termsDescription: {
    en: 'What you may expect of this installation, and what it expects of you.',
    zh: '本站提供的服务及使用规则。',
  },
  termsLead: {
    en: 'These terms are between you and the operator of this installation, who runs {brand} on a server of their own. The contact page says who that is.',
    zh: '本条款由您与本站管理员（在自有服务器上运行 {brand} 的一方）订立。管理员信息见联系页面。',
  },
  privacyTitle: { en: 'Privacy policy', zh: '隐私政策' },
  privacyDescription: {
    en: 'Which data this program stores, why, and for how long.',
    zh: '本程序存储哪些数据、用途以及保存期限。',
  },
  privacyLead: {
    en: 'This page lists what the program stores and for how long, exactly as its code does it. It runs on the operator’s own server and loads no analytics, advertising, fonts or scripts from anyone else.',
    zh: '本页列出程序实际存储的数据及期限，与代码一致。程序运行在管理员自己的服务器上，不加载任何第三方统计、广告、字体或脚本。',
  },
  contents: { en: 'On this page', zh: '本页内容' },
  terms: [
    {
      id: 'service',
      title: { en: 'The service', zh: '服务内容' },
      lines: [
        {
          en: 'The tools of this site may be used without an account, within limits per address that keep the server free for everybody. Lookups by API, databases and monitoring need an account where their pages say so.',
          zh: '站内工具无需注册即可使用，但按地址限流以保证所有人可用。API、数据库与监测等功能在页面注明时需要账户。',
        },
        {
          en: 'The place, network or anonymiser of an address is an estimate, made from the sources that the status page names. Do not base decisions about a person on it alone.',
          zh: '由 IP 地址推断的位置、网络或匿名标记均为估计值，来源见状态页。请勿仅凭此对个人作出决定。',
        },
      ],
    },
    {
      id: 'account',
      title: { en: 'Your account', zh: '您的账户' },
      lines: [
        {
          en: 'Use an email address at which you can receive mail. Keep your password and keys to yourself: what is done with them counts as done by you until you change or revoke them, which takes effect at once.',
          zh: '请使用您能接收邮件的邮箱。请妥善保管密码与密钥：在您修改或吊销之前（立即生效），使用它们的行为视为您本人的行为。',
        },
      ],
    },
    {
      id: 'use',
      title: { en: 'What is not allowed', zh: '禁止行为' },
      lines: [
        {
          en: 'Do not aim ping, port scans, traces or fetches at systems whose owners would not want it, do not get around the limits, and do not use the service to harm, stalk or mislead people.',
          zh: '请勿对未经所有者同意的系统进行 Ping、端口扫描、路由跟踪或抓取；请勿绕过限制；请勿利用本服务伤害、跟踪或误导他人。',
        },
        {
          en: 'Private and reserved addresses are refused as targets. Accounts that break these rules may be closed by the operator.',
          zh: '内网与保留地址不能作为探测目标。违反规则的账户可能被管理员关闭。',
        },
      ],
    },
    {
      id: 'plans',
      title: { en: 'Plans and payment', zh: '套餐与付款' },
      lines: [
        {
          en: 'Prices and quotas are listed on the pricing page, without tax unless it says otherwise. A plan is paid in advance, for a month or a year, and renewed at the price of that day until you cancel; a cancellation takes effect at the end of the paid period.',
          zh: '价格与额度见价格页，除注明外不含税。套餐按月或按年预付，到期按当时价格自动续费，直至取消；取消自已付周期结束起生效。',
        },
        {
          en: 'An upgrade takes effect as soon as it is paid; the unused time of the old plan is deducted. A smaller plan begins with the next period. Extra requests are served and billed only if you have switched them on: each 1,000, or part of it, at the price of your plan, after the end of the calendar month.',
          zh: '升级在付款后立即生效，并抵扣原套餐剩余时间；降级自下一周期生效。仅在您开启后才会提供并计收超额请求费用，每千次（不足千次按千次计）按套餐单价计算，于自然月结束后结算。',
        },
        {
          en: 'If a renewal cannot be charged, it is tried again on the third and the seventh day. The plan continues until the day named in the email; then the free plan takes its place.',
          zh: '续费扣款失败时，将于第 3 天和第 7 天重试。套餐保留至邮件所示日期，之后转为免费套餐。',
        },
        {
          en: 'Where a page says SANDBOX, no money moves and nothing is owed.',
          zh: '页面标注 SANDBOX（沙盒）时，不发生任何真实扣款，也不产生任何债务。',
        },
      ],
    },
    {
      id: 'data',
      title: { en: 'Data and licences', zh: '数据与许可' },
      lines: [
        {
          en: 'Answers and files are made from open sources with licences of their own, which are listed with the databases and on the status page. Where a licence requires attribution, include it when you pass the data on.',
          zh: '返回结果与数据文件来自各自带有许可的开放数据源，清单见数据库页与状态页。许可要求署名时，转发数据请保留署名。',
        },
      ],
    },
    {
      id: 'liability',
      title: { en: 'No promises beyond the law', zh: '责任限制' },
      lines: [
        {
          en: 'The service is provided as is. Availability is promised only where you have agreed on it with the operator. Your statutory rights as a consumer are not affected.',
          zh: '服务按现状提供。除与管理员另有约定外，不承诺可用性。法律赋予消费者的权利不受影响。',
        },
        {
          en: 'You may close your account at any time in your profile. Changes to these terms are announced on this page.',
          zh: '您可随时在个人资料中注销账户。条款变更将在本页公布。',
        },
      ],
    },
  ],
  privacy: [
    {
      id: 'visitors',
      title: { en: 'Visitors without an account', zh: '未登录的访客' },
      lines: [
        {
          en: 'Your address is used to answer you and to enforce the limits; the count is kept in memory only. Requests are not logged unless the operator turns that on; a line then contains the time, the kind of call, its outcome and the network of your address (/24 or /64). What you put into a tool is processed in your browser or, where a tool needs the server, on the server without being stored. What registries answered about a name or an address stays in memory for at most a day, without who asked.',
          zh: '您的 IP 地址仅用于应答和限流，计数只存在于内存中。请求默认不写入日志；管理员开启后，每行含时间、接口、结果与您地址所属的网段（/24 或 /64）。您输入到工具中的内容在浏览器中处理；需要服务器的工具在服务器处理，但不存储；注册局对域名或地址的应答在内存中最多保留一天，不含查询者。',
        },
        {
          en: 'A page rendered for you may stay in memory for 30 seconds, and the resolvers that your DNS leak test has found for ten minutes. If something goes wrong inside the program, the fault is logged with a random request number, without what you sent.',
          zh: '为您渲染的页面可能在内存中保留 30 秒，您进行 DNS 泄露检测时发现的解析器在内存中保留十分钟。程序内部出错时，会记录错误与随机请求编号，不含您提交的内容。',
        },
        {
          en: 'A map of addresses that you make, and a measurement from monitoring points, are kept for 30 days under their link. An input that you keep for a short link is encrypted in your browser and stored for 1, 7 or 30 days, as you choose, or until you remove it; the key is in the link, so the server cannot read it. Files that you send for a batch job and their results are kept for 7 days. An error in the data that you report is stored with your IP address, and your email address if you give it, so that the operator can check it.',
          zh: '您主动生成的地址地图，以及监测点的测量结果，通过链接保留 30 天。您选择保存以生成短链接的输入，先在浏览器中加密，再按您的选择保存 1、7 或 30 天，或直到您删除；密钥在链接中，服务器无法读取。批量任务上传的文件及结果保留 7 天。您报告的数据错误会连同您的 IP 地址及所填邮箱一并保存，供管理员核实。',
        },
      ],
    },
    {
      id: 'accounts',
      title: { en: 'Accounts', zh: '账户' },
      lines: [
        {
          en: 'Stored until you delete the account: email address, phone number if you give one, language, time of registration, and the password as an argon2id hash, which cannot be reversed. If you switch them on: the secret of your authenticator app, hashes of recovery codes, and the public keys of passkeys.',
          zh: '保存至您注销账户：邮箱、手机号（如填写）、语言、注册时间，以及无法还原的 argon2id 密码哈希。若启用：身份验证器密钥、恢复码哈希、通行密钥的公钥。',
        },
        {
          en: 'Each login is stored as a hash, with the browser’s name, the address it came from and when it expires: after 7 days, or 30 if you choose to stay logged in. It is deleted when it expires. Links in emails expire after 24 hours or 30 minutes.',
          zh: '每次登录以哈希形式保存，并记录浏览器名称、来源地址与到期时间：7 天，选择保持登录则为 30 天，到期删除。邮件中的链接有效期为 24 小时或 30 分钟。',
        },
        {
          en: 'API keys are stored as hashes, with their first and last characters, name, limits and time of last use. Monitoring points and monitors stay until you remove them; what monitors reported is kept for 180 days.',
          zh: 'API 密钥以哈希形式保存，并记录首尾字符、名称、限制与最近使用时间。监测点与监控保存至您删除，监控的事件记录保留 180 天。',
        },
        {
          en: 'Mails that were sent to you are kept for 30 days. What you write through the contact form is kept until the operator deletes it.',
          zh: '发送给您的邮件保留 30 天。通过联系表单提交的内容保存至管理员删除。',
        },
      ],
    },
    {
      id: 'use',
      title: { en: 'Usage', zh: '用量' },
      lines: [
        {
          en: 'For billing and your statistics the number of requests is stored per hour, key, product and status. The addresses that you look up are not stored.',
          zh: '为计费与统计，按小时、密钥、产品和状态记录请求数量。您查询的地址不会被存储。',
        },
        {
          en: 'Downloads of databases are recorded with time, file and the address that fetched them, since licences require it. Logins and account changes, by you or the operator, are recorded in an audit log with the address they came from.',
          zh: '数据库下载会记录时间、文件与来源地址（数据许可要求）。登录以及您或管理员对账户的变更会连同来源地址记入审计日志。',
        },
      ],
    },
    {
      id: 'payment',
      title: { en: 'Payment', zh: '付款' },
      lines: [
        {
          en: 'Card numbers never reach this server: you enter them at the payment provider. Stored here are orders and invoices with your email address and the amounts, what the provider reported about them, and your customer number at the provider.',
          zh: '银行卡号不会经过本服务器，您在支付渠道的页面输入。本站保存：订单与账单（含您的邮箱）、金额、支付渠道的通知内容，以及您在该渠道的客户编号。',
        },
        {
          en: 'Orders, invoices and the ledger are kept when you delete your account, since the books have to stay complete. So are the audit log, which names the account by a number only, and what you wrote to the operator or reported as an error. All other data of the account is deleted.',
          zh: '为保证账目完整，注销账户后订单、账单与流水仍会保留；审计日志（仅以编号指代账户）以及您写给管理员的内容和报告的错误也会保留。账户的其他数据全部删除。',
        },
      ],
    },
    {
      id: 'browser',
      title: { en: 'In your browser', zh: '浏览器中的数据' },
      lines: [
        {
          en: 'Cookies: “token”, with a second half that scripts cannot read, keeps you logged in for 7 or 30 days; “wanted” briefly remembers which page you wanted before logging in. There are no others.',
          zh: 'Cookie：“token”及脚本无法读取的另一半用于保持登录（7 或 30 天）；“wanted”短暂记住登录前想访问的页面。除此之外没有其他 Cookie。',
        },
        {
          en: 'Local storage: your colour scheme, favourite and recent tools, saved pipelines, who is logged in, the inputs you have kept for short links with their removal words, and your latest DNS and whois answers, to show what has changed; below such an answer you can delete them or stop keeping them. Session storage: what you entered in tools and forms, until you close the tab, without passwords and keys. So that tools work without a network, the browser stores files of this site. All of this stays in your browser.',
          zh: '本地存储：配色、收藏与最近使用的工具、已保存的流水线、登录用户、您为短链接保存的输入列表及其删除口令，以及最近的 DNS 与 Whois 查询结果（用于显示变化，可在结果下方清除或关闭）。会话存储：您在工具和表单中输入的内容，关闭标签页即清除，不含口令和密钥。为支持离线使用，浏览器会缓存本站文件。这些数据只保存在您的浏览器中。',
        },
        {
          en: 'Two tests let your browser connect to other sites, and only when you start them: the reachability test contacts the sites it lists, and the test of public DNS the resolvers it lists. The WebRTC test asks your browser for its own addresses; the DNS leak test makes it look up names of this site.',
          zh: '仅有两项测试会让您的浏览器连接其他网站，且只在您启动时进行：网络连通测试访问所列网站，公共 DNS 测速访问所列解析服务。WebRTC 检测会向浏览器获取本机地址，DNS 泄露检测会让浏览器解析本站的域名。',
        },
      ],
    },
    {
      id: 'others',
      title: { en: 'Who else receives data', zh: '数据的对外提供' },
      lines: [
        {
          en: 'A tool that uses the network (DNS, whois, ping, ports, TLS, HTTP) sends the name or address that you typed to the servers concerned, from this server’s address. Emails go through the operator’s mail server, payments through the provider that you choose.',
          zh: '需要联网的工具（DNS、Whois、Ping、端口、TLS、HTTP）会以本服务器的地址向相关服务器发送您输入的域名或地址。邮件经管理员的邮件服务器发送，付款经您选择的支付渠道处理。',
        },
      ],
    },
    {
      id: 'rights',
      title: { en: 'Your rights', zh: '您的权利' },
      lines: [
        {
          en: 'In your profile you can see and end logins, export everything that is stored about you, and delete the account, all with immediate effect. For anything else, write to the operator. Backups made by the operator may contain older data for as long as they are kept.',
          zh: '您可在个人资料中查看并结束登录、导出全部个人数据、注销账户，均立即生效。其他请求请联系管理员。管理员制作的备份可能包含较早的数据，保存期限由管理员决定。',
        },
      ],
    },
  ],
} as const satisfies Readonly<Record<string, Text | readonly LegalSection[]>>

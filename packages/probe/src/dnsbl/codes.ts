import type { Text } from '@octet/core/text.ts'

type Codes = Readonly<Record<string, Text>>

const EXPLOITED: Text = { en: 'exploited machine, proxy or bot (XBL)', zh: '被利用的主机、代理或僵尸（XBL）' }
const POLICY: Text = { en: 'range that should not send mail itself (PBL)', zh: '不应直接发信的网段（PBL）' }

export const ZEN_CODES: Codes = {
  '127.0.0.2': { en: 'spam source (SBL)', zh: '垃圾邮件来源（SBL）' },
  '127.0.0.3': { en: 'spam in low volume from many addresses (CSS)', zh: '分散式少量垃圾邮件（CSS）' },
  '127.0.0.4': EXPLOITED,
  '127.0.0.5': EXPLOITED,
  '127.0.0.6': EXPLOITED,
  '127.0.0.7': EXPLOITED,
  '127.0.0.9': { en: 'network of criminals or hijacked (DROP)', zh: '犯罪或被劫持的网段（DROP）' },
  '127.0.0.10': POLICY,
  '127.0.0.11': POLICY,
}

export const DBL_CODES: Codes = {
  '127.0.1.2': { en: 'spam domain', zh: '垃圾邮件域名' },
  '127.0.1.4': { en: 'phishing', zh: '钓鱼' },
  '127.0.1.5': { en: 'malware', zh: '恶意软件' },
  '127.0.1.6': { en: 'control of a botnet', zh: '僵尸网络控制端' },
  '127.0.1.102': { en: 'abused domain of others: spam', zh: '被滥用的正常域名：垃圾邮件' },
  '127.0.1.103': { en: 'abused redirector', zh: '被滥用的跳转服务' },
  '127.0.1.104': { en: 'abused domain of others: phishing', zh: '被滥用的正常域名：钓鱼' },
  '127.0.1.105': { en: 'abused domain of others: malware', zh: '被滥用的正常域名：恶意软件' },
  '127.0.1.106': { en: 'abused domain of others: control of a botnet', zh: '被滥用的正常域名：僵尸网络控制端' },
}

export const MAILSPIKE_CODES: Codes = {
  '127.0.0.2': { en: 'part of a wave of spam', zh: '参与垃圾邮件浪潮' },
  '127.0.0.10': { en: 'worst reputation', zh: '信誉极差' },
  '127.0.0.11': { en: 'very bad reputation', zh: '信誉很差' },
  '127.0.0.12': { en: 'bad reputation', zh: '信誉差' },
}

export const DRONEBL_CODES: Codes = {
  '127.0.0.3': { en: 'IRC drone', zh: 'IRC 僵尸' },
  '127.0.0.5': { en: 'bottler', zh: '批量注册机器人' },
  '127.0.0.6': { en: 'unknown worm or spam bot', zh: '未知蠕虫或垃圾机器人' },
  '127.0.0.7': { en: 'DDoS drone', zh: 'DDoS 僵尸' },
  '127.0.0.8': { en: 'open SOCKS proxy', zh: '开放 SOCKS 代理' },
  '127.0.0.9': { en: 'open HTTP proxy', zh: '开放 HTTP 代理' },
  '127.0.0.10': { en: 'chain of proxies', zh: '代理链' },
  '127.0.0.11': { en: 'proxy on a web page', zh: '网页代理' },
  '127.0.0.12': { en: 'open DNS resolver', zh: '开放 DNS 解析器' },
  '127.0.0.13': { en: 'attacks by guessing passwords', zh: '暴力破解密码' },
  '127.0.0.14': { en: 'open Wingate proxy', zh: '开放 Wingate 代理' },
  '127.0.0.15': { en: 'compromised router', zh: '被入侵的路由器' },
  '127.0.0.16': { en: 'autorooting worm', zh: '自动提权蠕虫' },
  '127.0.0.17': { en: 'found to be a bot', zh: '自动识别的机器人' },
}

export const EFNET_CODES: Codes = {
  '127.0.0.1': { en: 'open proxy', zh: '开放代理' },
  '127.0.0.2': { en: 'hit a trap for spam', zh: '命中垃圾陷阱' },
  '127.0.0.3': { en: 'hit a trap for spam', zh: '命中垃圾陷阱' },
  '127.0.0.4': { en: 'Tor exit', zh: 'Tor 出口' },
  '127.0.0.5': { en: 'drone or flooding', zh: '僵尸或洪泛' },
}

export const RATS_CODES: Codes = {
  '127.0.0.36': { en: 'name of a dynamic or home connection', zh: '动态或家庭宽带主机名' },
  '127.0.0.37': { en: 'address without a reverse name', zh: '无反向解析' },
  '127.0.0.38': { en: 'spam source', zh: '垃圾邮件来源' },
  '127.0.0.43': { en: 'guesses passwords', zh: '猜测密码' },
}

export const SPFBL_CODES: Codes = {
  '127.0.0.2': { en: 'bad reputation', zh: '信誉差' },
  '127.0.0.3': { en: 'suspected, or without a proper name', zh: '可疑，或主机名不合规' },
  '127.0.0.4': { en: 'no mail server found here, no accusation', zh: '此处未见邮件服务器，并非指控' },
  '127.0.0.5': { en: 'abuse contact not reliable, no accusation', zh: '投诉联系方式不可靠，并非指控' },
}

export const HOSTKARMA_CODES: Codes = {
  '127.0.0.1': { en: 'white list: trusted sender', zh: '白名单：可信发件方' },
  '127.0.0.2': { en: 'black list', zh: '黑名单' },
  '127.0.0.3': { en: 'yellow list: spam and good mail', zh: '黄名单：好坏混杂' },
  '127.0.0.4': { en: 'brown list: only spam, but little', zh: '棕名单：仅见垃圾邮件但数量少' },
  '127.0.0.5': { en: 'not a source of spam alone', zh: '并非仅发垃圾邮件' },
}

export const FMB_CODES: Codes = {
  '127.0.0.2': { en: 'blocked', zh: '已屏蔽' },
  '127.0.1.2': { en: 'second level of block', zh: '二级屏蔽' },
  '127.0.2.2': { en: 'whole network (AS) blocked', zh: '整个 AS 被屏蔽' },
  '127.0.1.24': { en: 'neighbours in the /24 send spam', zh: '同 /24 邻居发垃圾邮件' },
  '127.0.1.25': { en: 'neighbours in the /25 send spam', zh: '同 /25 邻居发垃圾邮件' },
  '127.0.1.26': { en: 'neighbours in the /26 send spam', zh: '同 /26 邻居发垃圾邮件' },
  '127.0.1.27': { en: 'neighbours in the /27 send spam', zh: '同 /27 邻居发垃圾邮件' },
  '127.0.1.28': { en: 'neighbours in the /28 send spam', zh: '同 /28 邻居发垃圾邮件' },
}

export const UCEPROTECT_CODES = {
  single: { en: 'this very address', zh: '本地址' },
  allocation: { en: 'its neighbourhood, not the address alone', zh: '所在网段，不只是该地址' },
  as: { en: 'its whole provider (AS), not the address', zh: '整个运营商（AS），而非该地址' },
} as const satisfies Codes

/** Sums of these in the last byte: SURBL and URIBL give all reasons at once. */
export const SURBL_BITS: Readonly<Record<number, Text>> = {
  8: { en: 'phishing', zh: '钓鱼' },
  16: { en: 'malware', zh: '恶意软件' },
  64: { en: 'spam', zh: '垃圾邮件' },
  128: { en: 'cracked site', zh: '被入侵网站' },
}

export const URIBL_BITS: Readonly<Record<number, Text>> = {
  2: { en: 'black: spam only', zh: '黑：仅见于垃圾邮件' },
  4: { en: 'grey: unwanted mail as well as wanted', zh: '灰：有用与无用邮件皆有' },
  8: { en: 'red: young or suspicious', zh: '红：新注册或可疑' },
}

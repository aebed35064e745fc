import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { toHeaderChecks } from './checks.ts'
import { readEncodedWords } from '../../lib/encoded-words.ts'
import { findField, isPublic, readFacts, toOrganisation, type Facts } from './facts.ts'
import { toMailDomain } from './mailboxes.ts'
import { headersReportSchema, type HeadersReport } from './report.ts'

export default defineTool({
  id: 'mail-headers',
  route: '/lookup/mail-headers',
  group: 'lookup',
  rank: 13,
  icon: 'MailCode',
  title: { en: 'Mail header analysis', zh: '邮件头分析' },
  summary: {
    en: 'The path of a message with its delays, SPF, DKIM and DMARC results, and signs of forgery',
    zh: '还原邮件的传输路径与延迟，解读 SPF、DKIM、DMARC 结果，找出伪造迹象',
  },
  about: {
    en: 'Everything is parsed locally: the header is sent nowhere, and no name or key is looked up. So signatures are not verified again; the results are those that the servers recorded (RFC 8601). A line can be trusted as far as the server that wrote it: anything below the first server of your own may be made up.\n\nTimes are those of each server’s clock. Whether SPF and DKIM match the sender is judged by the registered domain, as DMARC does by default (RFC 7489 §3.1).',
    zh: '全部在本地解析，邮件头不会外发，也不查询任何域名或密钥，因此不重新验证签名，结果以各服务器的记录为准（RFC 8601）。每一行的可信度取决于写下它的服务器，您自己的首台服务器之前的内容都可能系伪造。\n\n时间以各服务器的时钟为准。SPF、DKIM 是否与发件人一致，按注册域名比较，与 DMARC 的默认方式相同（RFC 7489 §3.1）。',
  },
  keywords: [
    'email header',
    'header analyzer',
    'header analyser',
    'received',
    'message header',
    'eml',
    'spoof',
    'phishing',
    'delay',
    'authentication-results',
    'dkim-signature',
    'arc',
    '邮件头',
    '信头',
    '邮件原文',
    '伪造',
    '钓鱼邮件',
    '延迟',
    'youjiantou',
  ],
  accepts: { 'mail-headers': {} },
  input: z.object({
    text: z
      .string()
      .min(1)
      .max(5_000_000)
      .meta({
        label: { en: 'Header or whole message', zh: '邮件头或邮件原文' },
        widget: 'text',
        main: true,
        placeholder: {
          en: 'Received: from … (“Show original” or “View source” in your mail program)',
          zh: 'Received: from …（在邮件程序中选择“查看原文”或“显示原始邮件”）',
        },
      }),
  }),
  output: headersReportSchema,
  // The report is long: report.test.ts compares it.
  examples: [
    {
      name: { en: 'A message that passes', zh: '通过认证的邮件' },
      input: {
        text: `Return-Path: <bounce@mail.example.com>
Received: by mx.example.org with SMTP id a1; Tue, 03 Nov 2026 06:12:24 -0800 (PST)
Received: from out.example.com (out.example.com. [203.0.113.25])
 by mx.example.org with ESMTPS id b2 for <ann@example.org>
 (version=TLS1_3 cipher=TLS_AES_256_GCM_SHA384 bits=256/256);
 Tue, 03 Nov 2026 06:12:23 -0800 (PST)
Authentication-Results: mx.example.org;
 dkim=pass header.d=example.com header.s=s2026;
 spf=pass smtp.mailfrom=bounce@mail.example.com;
 dmarc=pass (p=REJECT) header.from=example.com
DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=example.com; s=s2026;
 t=1793715141; h=from:to:subject:date; bh=47DEQpj8HBSa; b=dGVzdA==
Received: from laptop (unknown [10.0.0.7]) by out.example.com (Postfix)
 with ESMTPSA id c3; Tue, 3 Nov 2026 14:12:21 +0000 (UTC)
From: =?utf-8?Q?B=C3=B8rge?= <borge@example.com>
To: ann@example.org
Subject: =?utf-8?B?5LiL5Y2I6Iy2?=
Date: Tue, 3 Nov 2026 15:12:20 +0100
Message-ID: <1@example.com>`,
      },
    },
    {
      name: { en: 'A forged sender', zh: '伪造的发件人' },
      input: {
        text: `Received: from vps.example.net (vps.example.net [198.51.100.9]) by mx.example.org with SMTP; Tue, 3 Nov 2026 14:30:00 +0000
Authentication-Results: mx.example.org; spf=softfail smtp.mailfrom=example.net; dkim=none; dmarc=fail header.from=example.com
From: "support@bank.example.com" <x@example.net>
Reply-To: <collect@example.edu>
Subject: Your account
Date: Tue, 3 Nov 2026 14:29:58 +0000`,
      },
    },
  ],
  run({ text }) {
    const facts = readFacts(text)
    return {
      checks: toHeaderChecks(facts),
      ...toMessage(facts),
      ...toWay(facts),
      ...toVouchers(facts),
      headers: toHeaders(facts),
    }
  },
})

function toMessage(facts: Facts): Pick<HeadersReport, 'message'> {
  const read = (name: string) => {
    const value = findField(facts, name)
    return value === undefined ? undefined : readEncodedWords(value)
  }
  const message = {
    from: read('from'),
    to: read('to'),
    subject: read('subject'),
    date: facts.dateMs === undefined ? read('date') : toTime(facts.dateMs),
    replyTo: read('reply-to'),
    returnPath: read('return-path'),
    messageId: read('message-id'),
    mailer: read('x-mailer') ?? read('user-agent'),
  }
  return { message: withoutAbsent(message) }
}

function toWay({ traces }: Facts): Pick<HeadersReport, 'hops' | 'origin' | 'totalSeconds'> {
  const times = traces.flatMap(({ timeMs }) => timeMs ?? [])
  const origin = traces.find(({ address }) => address !== undefined && isPublic(address))?.address
  let beforeMs: number | undefined
  const hops = traces.map(({ from, address, by, protocol, tls, recipient, timeMs }, index) => {
    const delaySeconds = timeMs === undefined || beforeMs === undefined ? undefined : (timeMs - beforeMs) / 1_000
    beforeMs = timeMs ?? beforeMs
    return withoutAbsent({
      hop: index + 1,
      from,
      address,
      by,
      protocol,
      tls: tls === true ? 'TLS' : tls === false ? undefined : tls,
      time: timeMs === undefined ? undefined : toTime(timeMs),
      delaySeconds,
      recipient,
    })
  })
  const totalSeconds = times.length > 1 ? (times.at(-1)! - times[0]!) / 1_000 : undefined
  return { ...withoutAbsent({ origin, totalSeconds }), hops }
}

function toVouchers({ findings, earlier, signatures, from }: Facts): Pick<HeadersReport, 'authentication' | 'signatures'> {
  const sender = from[0] && toOrganisation(toMailDomain(from[0].address))
  return {
    authentication: [...findings, ...earlier].map(({ by, method, result, about, reason }) => ({
      method,
      result,
      about: Object.entries(about)
        .map(([name, value]) => `${name}=${value}`)
        .join(' '),
      by,
      reason,
    })),
    signatures: signatures.map(({ domain, selector, algorithm, signed, signedAt, expiresAt }) => ({
      domain,
      selector,
      algorithm,
      isAligned: sender !== undefined && toOrganisation(domain) === sender,
      ...withoutAbsent({
        signedAt: signedAt === undefined ? undefined : toTime(signedAt * 1_000),
        expiresAt: expiresAt === undefined ? undefined : toTime(expiresAt * 1_000),
      }),
      fields: signed.join(', '),
    })),
  }
}

const toHeaders = ({ fields }: Facts): HeadersReport['headers'] =>
  fields.map(({ name, value }) => ({ name, value: readEncodedWords(value) }))

/** RFC 3339 in UTC, to the second. A signature may name a moment that no calendar reaches. */
function toTime(ms: number): string {
  const date = new Date(ms)
  return Number.isNaN(date.getTime()) ? String(ms / 1_000) : `${date.toISOString().slice(0, -5)}Z`
}

/** Absent facts are not there, in place of being undefined; what is optional may be. */
function withoutAbsent<T extends object>(facts: T): T {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as T
}

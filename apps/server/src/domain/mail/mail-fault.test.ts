import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { createServer as createTlsServer } from 'node:tls'
import { createTransport } from 'nodemailer'
import { createCertificate } from '@octet/probe/testing/certificate.ts'
import { toMailFault, toMailFaultKind } from './mail-fault.ts'

/** A mail server that answers each line that begins so; any other is well. */
function speak(answers: Readonly<Record<string, string>>) {
  return (socket: Socket): void => {
    socket.on('error', () => {})
    socket.write(`${answers['greeting'] ?? '220 here'}\r\n`)
    const lines = createInterface({ input: socket })
    lines.on('error', () => {})
    lines.on('line', (line) => {
      const found = Object.keys(answers).find((begin) => line.startsWith(begin))
      socket.write(`${found === undefined ? '250 well' : answers[found]}\r\n`)
    })
  }
}

const silent = (socket: Socket): void => void socket.on('error', () => {})

type Row = { name: string; server: () => Server; scheme: string; en: RegExp; zh: RegExp }
const ROWS: readonly Row[] = [
  {
    name: 'a certificate that nobody vouches for',
    server: () => createTlsServer(createCertificate() ?? assert.fail('no OpenSSL here'), speak({})),
    scheme: 'smtps://',
    en: /^the certificate of the mail server is not trusted: .* \(DEPTH_ZERO_SELF_SIGNED_CERT\); NODE_EXTRA_CA_CERTS /,
    zh: /^邮件服务器的证书不受信任：自签名证书（DEPTH_ZERO_SELF_SIGNED_CERT）；/,
  },
  {
    name: 'TLS at a port that begins without',
    server: () => createServer(speak({})),
    scheme: 'smtps://',
    en: /^expected TLS from the first byte, as smtps:\/\/ says, got something else \(ERR_SSL_[A-Z_]+\); for STARTTLS it is smtp:\/\/$/,
    zh: /^smtps:\/\/ 要求一开始即为 TLS，/,
  },
  {
    name: 'no TLS at a port that begins with it',
    server: () => createServer(silent),
    scheme: 'smtp://',
    en: /^the mail server said nothing in 10 s; .* needs smtps:\/\/$/,
    zh: /^邮件服务器 10 秒内没有应答；.*请用 smtps:\/\/$/,
  },
  {
    name: 'a wrong password',
    server: () => createServer(speak({ EHLO: '250-here\r\n250 AUTH PLAIN', AUTH: '535 5.7.8 not that' })),
    scheme: 'smtp://octet:wrong@',
    en: /^the mail server refuses the user or password of SMTP_URL: 535 5\.7\.8 not that$/,
    zh: /^邮件服务器拒绝 SMTP_URL 中的用户名或密码：535 5\.7\.8 not that$/,
  },
  {
    name: 'a receiver that is not there',
    server: () => createServer(speak({ RCPT: '550 5.1.1 no such person' })),
    scheme: 'smtp://',
    en: /: 550 5\.1\.1 no such person$/,
    zh: /^邮件服务器拒收：550 5\.1\.1 no such person$/,
  },
  {
    name: 'a server that is busy',
    server: () => createServer(speak({ greeting: '421 4.3.2 too busy' })),
    scheme: 'smtp://',
    en: /421 4\.3\.2 too busy$/,
    zh: /^邮件服务器拒收：421 4\.3\.2 too busy$/,
  },
]

for (const { name, server: open, scheme, en, zh } of ROWS)
  test(`the operator reads in both languages of ${name}`, async () => {
    const server = open()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `${scheme}localhost:${(server.address() as AddressInfo).port}`
    const transport = createTransport({ url, greetingTimeout: 500 })
    const fault = await transport
      .sendMail({ from: 'a@example.org', to: 'b@example.org', text: 't' })
      .then(() => assert.fail('expected a fault'), toMailFault)
    transport.close()
    server.close()
    assert.match(fault.en, en)
    assert.match(fault.zh, zh)
  })

test('a port where nobody listens', async () => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  const transport = createTransport({ url: `smtp://127.0.0.1:${port}` })
  const { fault, kind } = await transport.sendMail({ from: 'a@example.org', to: 'b@example.org', text: 't' }).then(
    () => assert.fail('expected a fault'),
    (error) => ({ fault: toMailFault(error), kind: toMailFaultKind(error) }),
  )
  assert.match(fault.en, /^the mail server of SMTP_URL cannot be reached: connect ECONNREFUSED/)
  assert.match(fault.zh, /^无法连接 SMTP_URL 的邮件服务器：connect ECONNREFUSED/)
  assert.equal(kind, 'server')
})

/** Silent from DATA on. */
const hanging = (socket: Socket): void => {
  socket.on('error', () => {}).write('220 here\r\n')
  let hasData = false
  createInterface({ input: socket })
    .on('error', () => {})
    .on('line', (line) => {
      if (!hasData) socket.write(line === 'DATA' ? '354 go on\r\n' : '250 well\r\n')
      hasData ||= line === 'DATA'
    })
}
const dropped = (socket: Socket): void => void socket.on('error', () => {}).destroy()

for (const [name, connection, kind] of [
  ['one that greets with 421', speak({ greeting: '421 too busy' }), 'server'],
  ['one that says nothing', silent, 'server'],
  ['one that ends with 421 after EHLO', speak({ EHLO: '421 later' }), 'server'],
  ['one that wants no password of ours', speak({ EHLO: '250-here\r\n250 AUTH PLAIN', AUTH: '535 no' }), 'server'],
  ['one that drops who connects', dropped, 'way'],
  ['one that wants nothing from our sender', speak({ MAIL: '451 not you' }), 'way'],
  ['one that ends with 421 at the receiver', speak({ RCPT: '421 later' }), 'way'],
  ['one that asks for the data and hangs', hanging, 'way'],
  ['one that greylists', speak({ RCPT: '451 4.7.1 come later' }), 'mail'],
  ['one that knows no such receiver', speak({ RCPT: '550 5.1.1 nobody' }), 'mail'],
  ['one that wants no data', speak({ DATA: '554 no' }), 'mail'],
] as const)
  test(`a mail server, ${name}: the fault is one of “${kind}”`, async () => {
    const server = createServer().listen(0, '127.0.0.1')
    const sockets: Socket[] = []
    server.on('connection', (socket) => {
      sockets.push(socket)
      connection(socket)
    })
    await once(server, 'listening')
    const url = `smtp://octet:x@127.0.0.1:${(server.address() as AddressInfo).port}`
    const transport = createTransport({ url, greetingTimeout: 500, socketTimeout: 1_000 })
    const fault = await transport
      .sendMail({ from: 'a@example.org', to: 'b@example.org', text: 't' })
      .then(() => assert.fail('expected a fault'), toMailFaultKind)
    transport.close()
    server.close()
    for (const socket of sockets) socket.destroy()
    assert.equal(fault, kind)
  })

import { defineKind } from '@octet/core/kind.ts'

export default defineKind({
  id: 'user-agent',
  title: { en: 'User agent', zh: 'User-Agent' },
  examples: [
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'curl/8.5.0',
    'User-Agent: Wget/1.21.4',
    'Sec-CH-UA-Platform: "Windows"',
    'Googlebot/2.1 (+http://www.google.com/bot.html)',
  ],
  counterExamples: ['Mozilla', 'a/b', 'text/html', '10.0.0.0/8'],
  detect(sample) {
    if (/^(?:user-agent:\s*)?Mozilla\/\d\.\d \(/i.test(sample)) return { score: 0.99 }
    if (/^sec-ch-ua(?:-[a-z-]+)?:/im.test(sample)) return { score: 0.99 }
    if (/^user-agent:\s*\S+\/\d/i.test(sample)) return { score: 0.99 }
    if (/^[\w.-]*(?:bot|crawler|spider)[\w.-]*\/\d[\w.]*(?: |$)/i.test(sample)) return { score: 0.95 }
    return /^(?:curl|Wget|PostmanRuntime|python-requests|Go-http-client|okhttp|axios|node-fetch|undici|Java|Dalvik|Opera)\/\d[\w.]*(?: |$)/i.test(
      sample,
    )
      ? { score: 0.95 }
      : undefined
  },
})

import type { HttpRequest, Writing } from './request.ts'

type Writer = (request: HttpRequest) => Writing

/** What a request can be written in; each is loaded when it is asked for. */
export const LANGUAGES = {
  fetch: { title: 'JavaScript (fetch)', load: async (): Promise<Writer> => (await import('./to/fetch.ts')).toFetch },
  node: { title: 'Node.js', load: async (): Promise<Writer> => (await import('./to/fetch.ts')).toNode },
  python: { title: 'Python (requests)', load: async (): Promise<Writer> => (await import('./to/python.ts')).toPython },
  go: { title: 'Go', load: async (): Promise<Writer> => (await import('./to/go.ts')).toGo },
  php: { title: 'PHP', load: async (): Promise<Writer> => (await import('./to/php.ts')).toPhp },
  java: { title: 'Java', load: async (): Promise<Writer> => (await import('./to/java.ts')).toJava },
  csharp: { title: 'C#', load: async (): Promise<Writer> => (await import('./to/csharp.ts')).toCSharp },
  rust: { title: 'Rust (reqwest)', load: async (): Promise<Writer> => (await import('./to/rust.ts')).toRust },
  powershell: { title: 'PowerShell', load: async (): Promise<Writer> => (await import('./to/powershell.ts')).toPowerShell },
  wget: { title: 'Wget', load: async (): Promise<Writer> => (await import('./to/wget.ts')).toWget },
  httpie: { title: 'HTTPie', load: async (): Promise<Writer> => (await import('./to/httpie.ts')).toHttpie },
  http: { title: 'HTTP', load: async (): Promise<Writer> => (await import('./to/raw-http.ts')).toRawHttp },
  har: { title: 'HAR', load: async (): Promise<Writer> => (await import('./to/har.ts')).toHar },
  curl: { title: 'curl', load: async (): Promise<Writer> => (await import('./to/curl.ts')).toCurl },
} as const satisfies Record<string, { title: string; load: () => Promise<Writer> }>
export type LanguageId = keyof typeof LANGUAGES

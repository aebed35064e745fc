import type { Transporter } from 'nodemailer'

type Limits = {
  /** Until it has been reached, and again until it has greeted. */
  readonly connectMs: number
  readonly silenceMs: number
}

/** Within the time that somebody waits for the answer; see `domain/mail/mail-check.ts`. */
const ASKING: Limits = { connectMs: 3_000, silenceMs: 3_000 }

/** Loaded with the first mail: it is 4 MB that no start waits for. */
export async function openTransport(url: string, { connectMs, silenceMs }: Limits): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({ url, connectionTimeout: connectMs, greetingTimeout: connectMs, socketTimeout: silenceMs })
}

/** Whether a mail server can be reached, greets us and takes our password; no mail is sent. */
export async function isAnswering(url: string): Promise<boolean> {
  const transport = await openTransport(url, ASKING)
  try {
    return await transport.verify()
  } catch {
    return false
  } finally {
    transport.close()
  }
}

import { PRODUCT_NAME } from '@octet/core/product-name.ts'

/** A mailbox and the name it is shown by, as the mailer takes them: it quotes and encodes the name (RFC 5322 §3.4, RFC 2047). */
export type Sender = { readonly name: string; readonly address: string }

const NOWHERE = 'no-reply@localhost'

type Named = { readonly mailFrom?: string | undefined; readonly brand: { readonly name: string } }

/** Whom mails are from: the operator's `mailFrom`. Where it has no name, the one that the operator gives the product is shown. */
export function toSender({ mailFrom, brand }: Named): Sender {
  if (mailFrom === undefined) return { name: brand.name, address: NOWHERE }
  const [, name, address] = /^([^<]*)<([^>]+)>$/.exec(mailFrom) ?? []
  if (name !== undefined && address !== undefined) return { name: unquote(name.trim()), address }
  return { name: brand.name === PRODUCT_NAME ? '' : brand.name, address: mailFrom }
}

/** Whether no other machine would find a way back to the sender: the operator has named none, or one of this machine. */
export function isFromNowhere(operator: Named): boolean {
  return toSender(operator).address.endsWith('@localhost')
}

/** The words of a quoted string (RFC 5322 §3.2.4). */
function unquote(name: string): string {
  const [, quoted] = /^"(.*)"$/.exec(name) ?? []
  return quoted?.replaceAll(/\\(.)/g, '$1') ?? name
}

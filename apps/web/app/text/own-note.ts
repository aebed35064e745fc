import type { Text } from '@octet/core/text.ts'

const shared = {
  en: 'Your provider shares one public address between many customers (carrier-grade NAT), so connections from outside cannot reach you.',
  zh: '运营商让多个用户共用一个公网地址（运营商级 NAT），外部无法直接连接到您。',
}
const local = {
  en: 'You reach this server over a local network; on the Internet you appear with a different address.',
  zh: '您是通过局域网访问本服务器的；在互联网上您会显示为另一个地址。',
}
const loopback = {
  en: 'This server runs on your own machine, so it sees the loopback address and not the one of your Internet connection.',
  zh: '本服务器就运行在您自己的机器上，因此看到的是环回地址，而不是您的公网地址。',
}

/** What it means for a visitor to be seen with an address that is made of a hardware address. */
export const OWN_EUI64: Text = {
  en: 'Any site can recognise this device by this address, whatever network it is on. Privacy addresses (RFC 8981) prevent that.',
  zh: '无论身处哪个网络，任何网站都能据此认出这台设备；启用隐私地址（RFC 8981）即可避免。',
}

/** What it means for a visitor to be seen with a special-purpose address, by the document that sets it aside. */
export const OWN_NOTES: Readonly<Record<string, Text>> = {
  'RFC 6598': shared,
  'RFC 1122 §3.2.1.3': loopback,
  'RFC 4291 §2.5.3': loopback,
  'RFC 1918': local,
  'RFC 4193': local,
  'RFC 3927': local,
}

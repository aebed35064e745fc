export type Wake = {
  /** Twelve hexadecimal digits each. */
  readonly macs: readonly string[]
  readonly password: string
  /** The whole payloads in hexadecimal digits. */
  readonly packets: readonly string[]
  readonly address: string
  readonly port: number
}

/** How to send packets from the shells and languages that a machine is likely to have, each below a line with its name. */
export function toCommands({ macs, password, packets, address, port }: Wake): string {
  const cards = macs.map((mac) => toPairs(mac).join(':'))
  const list = packets.map((packet) => `'${packet}'`).join(',')
  const rows: readonly (readonly [string, string] | false)[] = [
    password === '' && ['wakeonlan', `wakeonlan -i ${address} -p ${port} ${cards.join(' ')}`],
    ['etherwake (Linux, root)', cards.map((card) => `etherwake ${toEtherwake(password)}-i eth0 ${card}`).join('\n')],
    [
      'Python',
      `python3 -c "import socket as s;u=s.socket(s.AF_INET,s.SOCK_DGRAM);u.setsockopt(s.SOL_SOCKET,s.SO_BROADCAST,1);[u.sendto(bytes.fromhex(p),('${address}',${port})) for p in [${list}]]"`,
    ],
    [
      'Node',
      `node -e "const u=require('dgram').createSocket('udp4');u.bind(async()=>{u.setBroadcast(true);for(const p of [${list}])await new Promise(r=>u.send(Buffer.from(p,'hex'),${port},'${address}',r));u.close()})"`,
    ],
    ['socat', `for p in ${packets.join(' ')}; do echo $p | xxd -r -p | socat - UDP-DATAGRAM:${address}:${port},broadcast; done`],
    [
      'PowerShell',
      `$u=[Net.Sockets.UdpClient]::new();$u.EnableBroadcast=$true;foreach($h in ${list}){$p=[byte[]]($h -split '(..)' -ne ''|%{[Convert]::ToByte($_,16)});$u.Send($p,$p.Length,'${address}',${port})}`,
    ],
    password === '' && ['RouterOS', cards.map((card) => `/tool wol interface=bridge mac=${card}`).join('\n')],
  ]
  return rows.flatMap((row) => (row ? [`# ${row[0]}\n${row[1]}`] : [])).join('\n\n')
}

const toPairs = (digits: string): string[] => digits.match(/../g) ?? []

/** etherwake takes six bytes as pairs between colons and four as decimals between dots. */
function toEtherwake(password: string): string {
  const pairs = toPairs(password)
  if (pairs.length === 4) return `-p ${pairs.map((pair) => Number.parseInt(pair, 16)).join('.')} `
  return pairs.length > 0 ? `-p ${pairs.join(':')} ` : ''
}

export type Wake = {
  /** Twelve hexadecimal digits. */
  readonly mac: string
  readonly password: string
  /** The whole payload in hexadecimal digits. */
  readonly packet: string
  readonly address: string
  readonly port: number
}

/** How to send a packet: from the shells and languages that a machine is likely to have. */
export function listCommands({ mac, password, packet, address, port }: Wake): { system: string; command: string }[] {
  const colons = mac.match(/../g)!.join(':')
  const secret = password.match(/../g)?.join(password.length === 8 ? '.' : ':') ?? ''
  const decimal =
    password.length === 8
      ? secret
          .split('.')
          .map((byte) => Number.parseInt(byte, 16))
          .join('.')
      : secret
  const body = `'ff'*6+'${mac}'*16${password && `+'${password}'`}`
  const rows: readonly (readonly [string, string] | false)[] = [
    password === '' && ['wakeonlan', `wakeonlan -i ${address} -p ${port} ${colons}`],
    ['etherwake (Linux, root)', `etherwake ${password && `-p ${decimal} `}-i eth0 ${colons}`],
    [
      'Python',
      `python3 -c "import socket as s;u=s.socket(s.AF_INET,s.SOCK_DGRAM);u.setsockopt(s.SOL_SOCKET,s.SO_BROADCAST,1);u.sendto(bytes.fromhex(${body}),('${address}',${port}))"`,
    ],
    [
      'PowerShell',
      `$u=[Net.Sockets.UdpClient]::new();$u.EnableBroadcast=$true;$p=[byte[]]('${packet.match(/../g)!.join(',')}' -split ',' | % {[Convert]::ToByte($_,16)});$u.Send($p,$p.Length,'${address}',${port})`,
    ],
    [
      'Node',
      `node -e "const u=require('dgram').createSocket('udp4');u.bind(()=>{u.setBroadcast(true);u.send(Buffer.from('${packet}','hex'),${port},'${address}',()=>u.close())})"`,
    ],
    ['socat', `echo ${packet} | xxd -r -p | socat - UDP-DATAGRAM:${address}:${port},broadcast`],
    password === '' && ['RouterOS', `/tool wol interface=bridge mac=${colons}`],
  ]
  return rows.flatMap((row) => (row ? [{ system: row[0], command: row[1] }] : []))
}

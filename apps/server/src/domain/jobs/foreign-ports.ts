/**
 * Ports of services that could take an HTTP request for words of their own, such as mail servers for commands: no browser asks
 * them (Fetch Standard, “port blocking”), and no receiver of webhooks stands there. All others are open, since receivers are
 * behind 8443 or 9000 as well as behind 443.
 */
const FOREIGN = [
  [0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95],
  [101, 102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179],
  [389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995],
  [1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080],
].flat()
const PORTS: ReadonlySet<number> = new Set(FOREIGN)

/** Whether a port is that of a service which speaks something else than HTTP. */
export const isForeignPort = (port: number): boolean => PORTS.has(port)

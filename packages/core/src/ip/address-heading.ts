const HEADING = /^(?:ip|addr|address|query|ip[ _-]?addr(?:ess)?|ip ?地址|地址)$/i

/** Whether a first line only names the column of the addresses, as people and programs, ours among them, name it. */
export function isAddressHeading(cell: string): boolean {
  return HEADING.test(cell)
}

import { toReasonText, type ReasonRule } from '../../lib/foreign-reason.ts'

/** What zlib (`inflate.c`, `inffast.c`) and fzstd say of data. */
const RULES: readonly ReasonRule[] = [
  [/^incorrect header check$/, () => '头部不符'],
  [/^unknown compression method$/, () => '压缩方法未知'],
  [/^(?:unknown|invalid) header flags|^unknown header flags set$/, () => '头部标志未知'],
  [/^header crc mismatch$/, () => '头部校验不符'],
  [/^invalid window size$/, () => '窗口大小无效'],
  [/^invalid block type$/, () => '块类型无效'],
  [/^invalid stored block lengths$/, () => '未压缩块的长度不符'],
  [/^too many length or distance symbols$/, () => '编码表过大'],
  [/^invalid (?:code lengths|literal\/lengths|distances) set$|^invalid bit length repeat$|^invalid code -- /, () => '编码表无效'],
  [/^invalid (?:literal\/length|distance) code$/, () => '编码无效'],
  [/distance too far back$/, () => '引用超出了已解压的内容'],
  [/^invalid zstd data$/, () => '不是有效的 zstd 数据'],
  [/^(?:FSE accuracy too high|window size too large)/, () => '参数超出范围'],
  [/^unexpected EOF$/, () => '数据不完整'],
]

/** Why data cannot be unpacked, in Chinese with the words of the library. */
export const toDamageZh = (said: string): string => toReasonText(said, RULES).zh

/**
 * Names and words whose characters meet by chance in other texts (快乐清单, 简单县城, 为人看病); they are read so where nothing
 * stands beside them.
 */
export const ALONE: ReadonlyMap<string, readonly string[]> = new Map([
  ['乐清', ['yuè', 'qīng']],
  ['单县', ['shàn', 'xiàn']],
  ['任丘', ['rén', 'qiū']],
  ['为人', ['wéi', 'rén']],
])

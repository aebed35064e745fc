import { defineKind } from '@octet/core/kind.ts'

const PROVINCES = '京津冀晋蒙辽吉黑沪苏浙皖闽赣鲁豫鄂湘粤桂琼渝川蜀贵黔云滇藏陕秦甘陇青宁新'
const FILING = new RegExp(`^[${PROVINCES}]\\s?ICP\\s?(?:备|证)\\s?\\d{6,10}\\s?号?(?:\\s?-\\s?\\d{1,4}A?)?$`, 'i')
const POLICE = new RegExp(`^[${PROVINCES}]公网安备\\s?\\d{11,14}\\s?号?$`)

export default defineKind({
  id: 'icp',
  title: { en: 'Chinese ICP filing number', zh: 'ICP 备案号' },
  examples: ['京ICP备12345678号-1', '粤ICP证000001号', '沪ＩＣＰ备09012345号', '京公网安备11000002000001号'],
  counterExamples: ['ICP备12345678号', '京ICP备号', '某ICP备12345678号'],
  detect(sample) {
    const plain = sample.normalize('NFKC')
    return FILING.test(plain) || POLICE.test(plain) ? { score: 0.99 } : undefined
  },
})

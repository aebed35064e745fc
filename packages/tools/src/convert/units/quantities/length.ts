import type { Quantity } from '../unit.ts'

export const LENGTH: Quantity = {
  id: 'length',
  name: { en: 'length', zh: '长度' },
  units: {
    metric: [
      ['m', 'metre', '米', '1', 'si', '公尺', { takesPrefixes: true }],
      ['km', 'kilometre', '千米', '1000', 'si', '公里|klick'],
      ['dm', 'decimetre', '分米', '0.1', 'si'],
      ['cm', 'centimetre', '厘米', '0.01', 'si', '公分'],
      ['mm', 'millimetre', '毫米', '0.001', 'si', '公厘'],
      ['µm', 'micrometre', '微米', '1e-6', 'si', 'micron'],
      ['nm', 'nanometre', '纳米', '1e-9', 'si', '奈米'],
    ],
    imperial: [
      ['in', 'inch', '英寸', '0.0254', 'yard', `"|吋`],
      ['ft', 'foot', '英尺', '0.3048', 'yard', `feet|'|呎`],
      ['yd', 'yard', '码', '0.9144', 'yard'],
      ['mi', 'mile', '英里', '1609.344', 'yard', '哩'],
      ['mil', 'thou', '密耳', '0.0000254', 'yard'],
      ['hand', 'hand', '掌宽', '0.1016', 'nist'],
      ['ftm', 'fathom', '英寻', '1.8288', 'nist'],
      ['rd', 'rod', '杆', '5.0292', 'nist', 'perch|pole'],
      ['ch', 'chain', '链', '20.1168', 'nist'],
      ['fur', 'furlong', '弗隆', '201.168', 'nist', '浪'],
      ['ft (US survey)', 'US survey foot', '美国测量英尺', '1200/3937', 'nist', 'survey foot|survey feet'],
    ],
    market: [
      ['市里', 'li', '市里', '500', 'market', '里|华里'],
      ['市引', 'yin', '市引', '100/3', 'market', '引'],
      ['市丈', 'zhang', '市丈', '10/3', 'market', '丈'],
      ['市尺', 'chi', '市尺', '1/3', 'market', '尺'],
      ['市寸', 'cun', '市寸', '1/30', 'market', '寸'],
      ['市分', 'fen (length)', '市分（长度）', '1/300', 'market', '分'],
    ],
    taiwan: [
      ['台尺', 'Taiwan chi', '台尺', '10/33', 'taiwan', '尺'],
      ['台寸', 'Taiwan cun', '台寸', '1/33', 'taiwan', '寸'],
    ],
    hongkong: [
      ['港尺', 'Hong Kong chek', '港尺', '0.371475', 'hongkong', '尺|chek'],
      ['港寸', 'Hong Kong tsun', '港寸', '0.0371475', 'hongkong', '寸|tsun'],
    ],
    other: [
      ['nmi', 'nautical mile', '海里', '1852', 'si', 'NM|浬'],
      ['Å', 'ångström', '埃', '1e-10', 'si', 'angstrom'],
      ['pt', 'point (1/72 in)', '点（1/72 英寸）', '0.0254/72', 'usage', 'point|磅值|点'],
      ['pica', 'pica (1/6 in)', '派卡（1/6 英寸）', '0.0254/6', 'usage'],
      ['px', 'CSS pixel (1/96 in)', 'CSS 像素（1/96 英寸）', '0.0254/96', 'usage', 'pixel|像素'],
      ['rem', 'CSS rem (16 px)', 'CSS rem（16 px）', '0.0254/6', 'usage'],
      ['au', 'astronomical unit', '天文单位', '149597870700', 'iau', 'AU'],
      ['ly', 'light-year', '光年', '9460730472580800', 'iau', 'light year|lightyear'],
      ['pc', 'parsec', '秒差距', '149597870700*648000/pi', 'iau'],
    ],
  },
  targets:
    'm>ft km>mi cm>in mm>in in>cm ft>m yd>m mi>km nmi>km 市里>km 市寸>cm 市分>mm 台寸>cm 港寸>cm mil>mm hand>cm pt>mm px>mm rem>px pica>mm Å>nm au>km ly>km pc>ly',
}

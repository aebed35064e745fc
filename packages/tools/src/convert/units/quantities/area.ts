import type { Quantity } from '../unit.ts'

export const AREA: Quantity = {
  id: 'area',
  name: { en: 'area', zh: '面积' },
  units: {
    metric: [
      ['m²', 'square metre', '平方米', '1', 'si', '平米|平方公尺|平方'],
      ['km²', 'square kilometre', '平方千米', '1e6', 'si', '平方公里'],
      ['ha', 'hectare', '公顷', '10000', 'si'],
      ['a', 'are', '公亩', '100', 'si'],
      ['dm²', 'square decimetre', '平方分米', '0.01', 'si'],
      ['cm²', 'square centimetre', '平方厘米', '0.0001', 'si', '平方公分'],
      ['mm²', 'square millimetre', '平方毫米', '1e-6', 'si'],
    ],
    imperial: [
      ['in²', 'square inch', '平方英寸', '0.0254*0.0254', 'yard', '平方吋'],
      ['ft²', 'square foot', '平方英尺', '0.3048*0.3048', 'yard', 'square feet|sq feet|sqft|平方呎|平尺'],
      ['yd²', 'square yard', '平方码', '0.9144*0.9144', 'yard'],
      ['ac', 'acre', '英亩', '4046.8564224', 'yard'],
      ['mi²', 'square mile', '平方英里', '1609.344*1609.344', 'yard', '平方哩'],
    ],
    market: [
      ['市顷', 'qing', '市顷', '200000/3', 'market', '顷'],
      ['市亩', 'mu', '市亩', '2000/3', 'market', '亩'],
      ['市分', 'fen (area)', '市分（地积）', '200/3', 'market', '分'],
      ['市厘', 'li (area)', '市厘（地积）', '20/3', 'market', '厘'],
      ['平方市里', 'square li', '平方市里', '250000', 'market', '平方里'],
      ['平方市丈', 'square zhang', '平方市丈', '100/9', 'market', '平方丈'],
      ['平方市尺', 'square chi', '平方市尺', '1/9', 'market', '平方尺'],
      ['平方市寸', 'square cun', '平方市寸', '1/900', 'market', '平方寸'],
    ],
    taiwan: [
      ['坪', 'ping', '坪', '400/121', 'taiwan', 'tsubo'],
      ['甲', 'jia', '甲', '2934*400/121', 'taiwan', 'kah'],
    ],
  },
  targets: 'm²>ft² km²>mi² ha>市亩 a>市亩 cm²>in² mm²>in² in²>cm² ac>ha mi²>km² 市顷>ha 平方市里>km² 甲>ha 平方市寸>cm²',
}

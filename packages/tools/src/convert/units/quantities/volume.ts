import type { Quantity } from '../unit.ts'

export const VOLUME: Quantity = {
  id: 'volume',
  name: { en: 'volume', zh: '体积' },
  units: {
    metric: [
      ['L', 'litre', '升', '1', 'si', 'l|公升', { takesPrefixes: true }],
      ['mL', 'millilitre', '毫升', '0.001', 'si', 'ml|cc'],
      ['cL', 'centilitre', '厘升', '0.01', 'si', 'cl'],
      ['dL', 'decilitre', '分升', '0.1', 'si', 'dl'],
      ['hL', 'hectolitre', '百升', '100', 'si', 'hl|公石'],
      ['m³', 'cubic metre', '立方米', '1000', 'si', '立方|立方公尺|方'],
      ['dm³', 'cubic decimetre', '立方分米', '1', 'si'],
      ['cm³', 'cubic centimetre', '立方厘米', '0.001', 'si', '立方公分'],
      ['mm³', 'cubic millimetre', '立方毫米', '1e-6', 'si'],
      ['km³', 'cubic kilometre', '立方千米', '1e12', 'si', '立方公里'],
      ['cup (metric)', 'metric cup', '公制杯', '0.25', 'usage', '量杯|metric cups'],
      ['tbsp (metric)', 'metric tablespoon', '公制汤匙', '0.015', 'usage', '汤匙|大勺|metric tbsp'],
      ['tsp (metric)', 'metric teaspoon', '公制茶匙', '0.005', 'usage', '茶匙|小勺|metric tsp'],
    ],
    us: [
      ['gal (US)', 'US gallon', '美制加仑', '3.785411784', 'handbook', 'gal|gallon|加仑'],
      ['qt (US)', 'US quart', '美制夸脱', '3.785411784/4', 'handbook', 'qt|quart|夸脱'],
      ['pt (US)', 'US pint', '美制品脱', '3.785411784/8', 'handbook', 'pt|pint|品脱'],
      ['cup (US)', 'US cup', '美制杯', '3.785411784/16', 'handbook', 'cup|杯'],
      [
        'fl oz (US)',
        'US fluid ounce',
        '美制液盎司',
        '3.785411784/128',
        'handbook',
        'fl oz|floz|fluid ounce|液盎司|oz|ounce|盎司',
      ],
      ['tbsp (US)', 'US tablespoon', '美制汤匙', '3.785411784/256', 'handbook', 'tbsp|tablespoon|汤匙'],
      ['tsp (US)', 'US teaspoon', '美制茶匙', '3.785411784/768', 'handbook', 'tsp|teaspoon|茶匙'],
      ['bbl', 'oil barrel', '桶（石油）', '158.987294928', 'nist', 'barrel|桶|bo'],
      ['bu (US)', 'US bushel', '美制蒲式耳', '35.23907016688', 'handbook', 'bu|bushel|蒲式耳'],
      ['ac·ft', 'acre-foot', '英亩英尺', '1233481.83754752', 'yard', 'acre foot|acre-feet|acre feet'],
    ],
    uk: [
      ['gal (UK)', 'imperial gallon', '英制加仑', '4.54609', 'uk', 'gal|gallon|加仑'],
      ['qt (UK)', 'imperial quart', '英制夸脱', '4.54609/4', 'uk', 'qt|quart|夸脱'],
      ['pt (UK)', 'imperial pint', '英制品脱', '4.54609/8', 'uk', 'pt|pint|品脱'],
      ['fl oz (UK)', 'imperial fluid ounce', '英制液盎司', '4.54609/160', 'uk', 'fl oz|floz|fluid ounce|液盎司|oz|ounce|盎司'],
    ],
    imperial: [
      ['in³', 'cubic inch', '立方英寸', '0.016387064', 'yard', '立方吋'],
      ['ft³', 'cubic foot', '立方英尺', '28.316846592', 'yard', 'cubic feet|cu feet|立方呎'],
      ['yd³', 'cubic yard', '立方码', '764.554857984', 'yard'],
    ],
    market: [
      ['市石', 'dan', '市石', '100', 'market', '石'],
      ['市斗', 'dou', '市斗', '10', 'market', '斗'],
      ['市升', 'sheng', '市升', '1', 'market', '升'],
      ['市合', 'ge', '市合', '0.1', 'market', '合'],
    ],
  },
  targets:
    'L>gal~(US) mL>fl~oz~(US) m³>ft³ cm³>in³ hL>L cup~(US)>mL fl~oz~(US)>mL fl~oz~(UK)>mL tbsp~(US)>mL tsp~(US)>mL cup~(metric)>mL tbsp~(metric)>mL tsp~(metric)>mL in³>cm³ ft³>m³ yd³>m³ ac·ft>m³ km³>m³ pt~(UK)>mL pt~(US)>mL',
}

import type { Quantity } from '../unit.ts'

export const MASS: Quantity = {
  id: 'mass',
  name: { en: 'mass', zh: '质量' },
  units: {
    metric: [
      ['kg', 'kilogram', '千克', '1', 'si', '公斤|kilo|kilogramme|kgs'],
      ['g', 'gram', '克', '0.001', 'si', 'gramme|公克', { takesPrefixes: true }],
      ['mg', 'milligram', '毫克', '1e-6', 'si'],
      ['µg', 'microgram', '微克', '1e-9', 'si', 'mcg'],
      ['t', 'tonne', '吨', '1000', 'si', 'metric ton|公吨|ton'],
      ['Mt', 'megatonne', '百万吨', '1e9', 'si', '兆吨'],
      ['ct', 'carat', '克拉', '0.0002', 'nist'],
    ],
    imperial: [
      ['lb', 'pound', '磅', '0.45359237', 'yard', 'lbs|#'],
      ['oz', 'ounce', '盎司', '0.45359237/16', 'yard', '安士'],
      ['dr', 'dram', '打兰', '0.45359237/256', 'yard'],
      ['gr', 'grain', '格令', '0.00006479891', 'yard'],
      ['st', 'stone', '英石', '6.35029318', 'uk', 'stone'],
      ['oz t', 'troy ounce', '金衡盎司', '0.0311034768', 'yard', 'ozt|oz|ounce|盎司'],
      ['dwt', 'pennyweight', '本尼威特', '0.00155517384', 'yard'],
      ['slug', 'slug', '斯勒格', '0.45359237*9.80665/0.3048', 'nist'],
    ],
    us: [
      ['cwt (US)', 'short hundredweight', '美担', '45.359237', 'nist', 'cwt|hundredweight'],
      ['ton (US)', 'short ton', '短吨（美吨）', '907.18474', 'nist', '!ton|短吨|美吨'],
    ],
    uk: [
      ['cwt (UK)', 'long hundredweight', '英担', '50.80234544', 'uk', 'cwt|hundredweight'],
      ['ton (UK)', 'long ton', '长吨（英吨）', '1016.0469088', 'uk', 'ton|长吨|英吨'],
    ],
    market: [
      ['市担', 'dan (picul)', '市担', '50', 'market', '担'],
      ['市斤', 'jin (catty)', '市斤', '0.5', 'market', '斤|jin|catty|catties'],
      ['市两', 'liang (tael)', '市两', '0.05', 'market', '两|liang|tael'],
      ['市钱', 'qian (mace)', '市钱', '0.005', 'market', '钱'],
      ['市分', 'fen (mass)', '市分（质量）', '0.0005', 'market', '分'],
      ['旧市两', 'old liang (16 to the jin)', '旧市两（十六两一斤）', '0.5/16', 'market', '旧两|两'],
    ],
    taiwan: [
      ['台斤', 'Taiwan jin', '台斤', '0.6', 'taiwan', '斤|jin|catty|catties'],
      ['台两', 'Taiwan liang', '台两', '0.0375', 'taiwan', '两|tael'],
      ['台钱', 'Taiwan qian', '台钱', '0.00375', 'taiwan', '钱'],
    ],
    hongkong: [
      ['司马担', 'Hong Kong picul', '司马担', '60.478982', 'hongkong', '担|picul'],
      ['司马斤', 'Hong Kong catty', '司马斤', '0.60478982', 'hongkong', '港斤|斤|catty|catties'],
      ['司马两', 'Hong Kong tael', '司马两', '0.60478982/16', 'hongkong', '港两|两|tael'],
      ['司马钱', 'Hong Kong mace', '司马钱', '0.60478982/160', 'hongkong', '钱|mace'],
    ],
    other: [['u', 'dalton', '道尔顿', '1.66053906892e-27', 'codata', 'Da|amu', { isMeasured: true }]],
  },
  targets:
    'kg>lb g>oz mg>g µg>mg t>ton~(US) oz>g dr>g gr>g ct>g oz~t>g dwt>g 市两>g 市钱>g 市分>g 旧市两>g 台两>g 台钱>g 司马两>g 司马钱>g u>g',
}

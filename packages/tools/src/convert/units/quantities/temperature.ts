import type { Quantity } from '../unit.ts'

/** Points of a scale, not differences. */
export const TEMPERATURE: Quantity = {
  id: 'temperature',
  name: { en: 'temperature', zh: '温度' },
  units: {
    metric: [
      ['K', 'kelvin', '开尔文', '1', 'si', '开|开氏度|热力学温度'],
      [
        '°C',
        'degree Celsius',
        '摄氏度',
        '1',
        'si',
        'C|!c|Celsius|centigrade|degrees Celsius|deg C|degC|摄氏|度|°',
        { offset: '273.15' },
      ],
    ],
    imperial: [
      [
        '°F',
        'degree Fahrenheit',
        '华氏度',
        '5/9',
        'nist',
        'F|Fahrenheit|degrees Fahrenheit|deg F|degF|华氏|度|°',
        { offset: '459.67*5/9' },
      ],
      ['°R', 'degree Rankine', '兰氏度', '5/9', 'nist', '°Ra|Rankine|degrees Rankine|兰金度'],
    ],
    other: [
      ['°Ré', 'degree Réaumur', '列氏度', '5/4', 'usage', '°Re|Réaumur|Reaumur|列氏', { offset: '273.15' }],
      ['°De', 'degree Delisle', '德利尔度', '-2/3', 'usage', '°D|Delisle', { offset: '373.15' }],
      ['°N', 'degree Newton', '牛顿度', '100/33', 'usage', 'Newton scale', { offset: '273.15' }],
      ['°Rø', 'degree Rømer', '罗氏度', '40/21', 'usage', '°Ro|Rømer|Romer', { offset: '1812.05/7' }],
    ],
  },
  targets: 'K>°C °C>°F °F>°C °R>°C °Ré>°C °De>°C °N>°C °Rø>°C',
}

/** Words of the links to maps. */
export const placeText = {
  map: { en: 'Open in OpenStreetMap', zh: '在 OpenStreetMap 中查看' },
  amap: { en: 'Open in Amap (China)', zh: '在高德地图中查看' },
} as const

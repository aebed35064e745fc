/** Words of /ipditu. */
export const mapText = {
  addresses: { en: 'Addresses', zh: '地址' },
  placeholder: { en: 'One address per line, or any text', zh: '每行一个地址，或任意文本' },
  show: { en: 'Show on the map', zh: '在地图上显示' },
  keys: {
    en: 'World map. Arrow keys move it, plus and minus zoom, 0 shows all points. The points are listed beside it.',
    zh: '世界地图。方向键移动，加减键缩放，0 显示全部点位。所有点位同时列在旁边。',
  },
  zoomIn: { en: 'Zoom in', zh: '放大' },
  zoomOut: { en: 'Zoom out', zh: '缩小' },
  showAll: { en: 'Show all points', zh: '显示全部点位' },
  circles: { en: 'Accuracy circles', zh: '精度圈' },
  png: { en: 'PNG', zh: 'PNG' },
  svg: { en: 'SVG', zh: 'SVG' },
  save: { en: 'Save the map as {format}', zh: '将地图保存为 {format}' },
  found: {
    en: '{placed} of {found} {found|address|addresses} on the map, {points} {points|place|places}',
    zh: '{found} 个地址中有 {placed} 个可定位，共 {points} 个地点',
  },
  empty: {
    en: 'Enter addresses above: each location becomes a point here.',
    zh: '在上方输入地址，每个地点会在这里显示为一个点。',
  },
  ownFirst: { en: 'Your own address is shown until then.', zh: '目前显示的是您自己的地址。' },
  nowhere: { en: 'Place without a name', zh: '未命名地点' },
  radius: { en: 'within {km} km', zh: '{km} 公里内' },
  count: { en: '{count} {count|address|addresses}', zh: '{count} 个地址' },
  centre: { en: 'Show {place} on the map', zh: '在地图上定位 {place}' },
  scale: { en: '{km} km', zh: '{km} 公里' },
  townsCredit: { en: 'Towns: GeoNames', zh: '地名：GeoNames' },
  more: { en: 'and {count} more', zh: '另有 {count} 个' },
} as const

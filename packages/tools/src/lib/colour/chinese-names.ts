/** Everyday Chinese words for the named colours of CSS, without the 色 that may stand behind them. */
export const CHINESE_COLOUR_NAMES: ReadonlyMap<string, string> = new Map(
  `红 red 大红 red 鲜红 red 深红 darkred 暗红 darkred 浅红 lightcoral 淡红 lightcoral 猩红 crimson 绯红 crimson 砖红 firebrick
橙红 orangered 橘红 orangered 番茄红 tomato 玫红 deeppink 玫瑰红 deeppink 紫红 mediumvioletred 洋红 magenta 品红 magenta 枣红 maroon
栗 maroon 酒红 maroon 粉 pink 粉红 pink 浅粉 lightpink 浅粉红 lightpink 深粉 deeppink 深粉红 deeppink 亮粉 hotpink 三文鱼 salmon 鲑鱼 salmon
珊瑚 coral 珊瑚红 coral 橙 orange 橘 orange 橙黄 orange 橘黄 orange 深橙 darkorange 金 gold 金黄 goldenrod 黄 yellow 浅黄 lightyellow
淡黄 lightyellow 柠檬黄 lemonchiffon 卡其 khaki 深卡其 darkkhaki 绿 green 浅绿 lightgreen 淡绿 lightgreen 深绿 darkgreen 墨绿 darkgreen
暗绿 darkgreen 草绿 lawngreen 嫩绿 palegreen 黄绿 yellowgreen 春绿 springgreen 海绿 seagreen 森林绿 forestgreen 橄榄 olive 橄榄绿 olivedrab
青柠 lime 酸橙 lime 亮绿 lime 青 cyan 浅青 lightcyan 淡青 lightcyan 深青 darkcyan 水绿 aqua 碧绿 aquamarine 绿松石 turquoise 蓝绿 teal
凫蓝 teal 鸭翅绿 teal 蓝 blue 浅蓝 lightblue 淡蓝 lightblue 深蓝 darkblue 暗蓝 darkblue 天蓝 skyblue 天空蓝 skyblue 浅天蓝 lightskyblue
深天蓝 deepskyblue 宝蓝 royalblue 皇家蓝 royalblue 道奇蓝 dodgerblue 钢蓝 steelblue 藏青 navy 藏蓝 navy 海军蓝 navy 午夜蓝 midnightblue
矢车菊蓝 cornflowerblue 石板蓝 slateblue 爱丽丝蓝 aliceblue 紫 purple 深紫 darkviolet 浅紫 plum 淡紫 lavender 薰衣草 lavender 靛 indigo
靛青 indigo 靛蓝 indigo 紫罗兰 violet 兰花紫 orchid 蓟 thistle 棕 brown 褐 brown 巧克力 chocolate 赭 sienna 秘鲁 peru 古铜 peru 棕褐 tan 茶 tan
米 beige 米黄 beige 米白 beige 象牙 ivory 象牙白 ivory 乳白 ivory 雪白 snow 亚麻 linen 贝壳 seashell 小麦 wheat 白 white 烟白 whitesmoke
黑 black 灰 gray 浅灰 lightgray 淡灰 lightgray 深灰 darkgray 暗灰 dimgray 银 silver 银灰 silver 岩灰 slategray 透明 transparent`
    .split(/\s+/)
    .flatMap((word, at, words) => (at % 2 === 0 ? [[word, words[at + 1]!] as const] : [])),
)

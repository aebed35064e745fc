/**
 * SVG path of a dot, which is drawn by the round ends of its line. The line has a length, if one too short to be seen: the ends
 * of none WebKit scales with the picture even where strokes are not to be scaled.
 */
export const toDotPath = (x: number, y: number): string => `M${x} ${y}h.0001`

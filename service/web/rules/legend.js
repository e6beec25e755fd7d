export function showLegend() {}

export function previewLines() { return []; }
export function previewTone() { return "plain"; }

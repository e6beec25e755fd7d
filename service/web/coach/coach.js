export function createCoach() { return null; }
export function drawCoach() {}

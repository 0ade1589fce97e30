/**
 * The answers that a screen reader announces: another state; at most once a minute, a line that is
 * half as long as last announced, or has ten people or fewer for the first time; ten minutes, five
 * and one before the start.
 */

const QUIET_MS = 60_000;
const FEW = 10;
const BEFORE_START_SECONDS = [600, 300, 60];

export class Milestones {
  private state = '';
  private ahead = Infinity;
  private at = -Infinity;
  private passed = 0;

  /** `ahead` is null without a line, `seconds` without a start in the future. */
  isReached(now: number, state: string, ahead: number | null, seconds: number | null): boolean {
    const passed = seconds === null ? 0 : BEFORE_START_SECONDS.filter((mark) => seconds <= mark).length;
    const mark = this.ahead > FEW ? Math.max(FEW, Math.floor(this.ahead / 2)) : Math.floor(this.ahead / 2);
    const isNearer = ahead !== null && ahead < this.ahead && ahead <= mark && now - this.at >= QUIET_MS;
    const isReached = state !== this.state || passed > this.passed || isNearer;
    this.passed = passed;
    if (isReached) {
      this.state = state;
      this.ahead = ahead === null ? Infinity : ahead;
      this.at = now;
    }
    return isReached;
  }
}

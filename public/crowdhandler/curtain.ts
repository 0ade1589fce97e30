/** Hides the page by a rule that only scripts can see, so that no content policy forbids it. */

/** The page keeps its layout, because its own scripts may measure it. */
const RULE = ':root,:root *{visibility:hidden!important}';

/** Hides the page until the returned function is called. */
export function hide(): () => void {
  try {
    const sheet = new CSSStyleSheet();
    sheet.insertRule(RULE);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  } catch {
    // Browsers before 2023 cannot make style sheets in scripts.
    const { style } = document.documentElement;
    style.setProperty('visibility', 'hidden', 'important');
    return () => void style.removeProperty('visibility');
  }
}

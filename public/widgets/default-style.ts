/**
 * The default style of widgets: the page's font and the system's colours, so that widgets fit light
 * and dark pages. All rules use `:where`, which has no specificity, so every rule of the site takes
 * precedence.
 */
export const DEFAULT_STYLE = `
:host{display:inline-block}
:host([hidden]){display:none}
:where(button){box-sizing:border-box;min-width:44px;min-height:44px;margin:0;padding:.6em 1.4em;border:1px solid;border-radius:.4em;background:ButtonFace;color:ButtonText;font:inherit;font-weight:600;text-align:center;cursor:pointer}
:where(button:hover){text-decoration:underline}
:where(button:focus-visible){outline:3px solid;outline-offset:2px}
:where(button[aria-disabled=true]){border-style:dashed;background:Canvas;color:CanvasText;text-decoration:none;cursor:default}
:where(span){display:block;font-variant-numeric:tabular-nums}
:where([role=status]){position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
`;

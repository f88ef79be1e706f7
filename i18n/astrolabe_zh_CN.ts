<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>Actions</name>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Plan</source>
        <translation>方案(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Search</source>
        <translation>搜索(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Results</source>
        <translation>结果(&amp;R)</translation>
    </message>
    <message>
        <source>Re&amp;port</source>
        <translation>报告(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Panels</source>
        <translation>面板(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>S&amp;amples</source>
        <translation>示例(&amp;A)</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>action and its keys</comment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>&amp;New</source>
        <translation>新建(&amp;N)</translation>
    </message>
    <message>
        <source>Start an empty plan</source>
        <translation>新建空方案</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开…(&amp;O)</translation>
    </message>
    <message>
        <source>Open a saved plan</source>
        <translation>打开已保存的方案</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Save the plan</source>
        <translation>保存方案</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>另存为…(&amp;A)</translation>
    </message>
    <message>
        <source>Save the plan in another file</source>
        <translation>将方案保存到另一个文件</translation>
    </message>
    <message>
        <source>P&amp;in in the recent plans</source>
        <translation>固定到最近的方案(&amp;I)</translation>
    </message>
    <message>
        <source>Keep this plan at the top of the recent plans</source>
        <translation>让此方案在最近的方案中排在最前</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>Close this window</source>
        <translation>关闭此窗口</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>Close every window and quit</source>
        <translation>关闭所有窗口并退出</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>Undo the last change</source>
        <translation>撤回上一次更改</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Redo the last undone change</source>
        <translation>再次执行该更改</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>剪切(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>粘贴(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Duplicate</source>
        <translation>创建副本(&amp;D)</translation>
    </message>
    <message>
        <source>Duplicate &amp;n times…</source>
        <translation>创建 n 份副本…(&amp;N)</translation>
    </message>
    <message>
        <source>De&amp;lete</source>
        <translation>删除(&amp;L)</translation>
    </message>
    <message>
        <source>Remove the selected hardware</source>
        <translation>移除所选硬件</translation>
    </message>
    <message>
        <source>Rena&amp;me</source>
        <translation>重命名(&amp;M)</translation>
    </message>
    <message>
        <source>Rename the selected hardware</source>
        <translation>给所选硬件另起名称</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>全选(&amp;A)</translation>
    </message>
    <message>
        <source>Select all hardware on the canvas</source>
        <translation>选择画布上的所有硬件</translation>
    </message>
    <message>
        <source>Ne&amp;w note…</source>
        <translation>新建便签…(&amp;W)</translation>
    </message>
    <message>
        <source>Put a note on the canvas</source>
        <translation>在画布上放一张便签</translation>
    </message>
    <message>
        <source>&amp;Left edges</source>
        <translation>左边缘(&amp;L)</translation>
    </message>
    <message>
        <source>Align the selected tiles with the leftmost edge</source>
        <translation>将所选图块对齐到最左边缘</translation>
    </message>
    <message>
        <source>&amp;Centres</source>
        <translation>水平居中(&amp;C)</translation>
    </message>
    <message>
        <source>Centre the selected tiles in one column</source>
        <translation>将所选图块上下排列</translation>
    </message>
    <message>
        <source>&amp;Right edges</source>
        <translation>右边缘(&amp;R)</translation>
    </message>
    <message>
        <source>Align the selected tiles with the rightmost edge</source>
        <translation>将所选图块对齐到最右边缘</translation>
    </message>
    <message>
        <source>&amp;Top edges</source>
        <translation>上边缘(&amp;T)</translation>
    </message>
    <message>
        <source>Align the selected tiles with the topmost edge</source>
        <translation>将所选图块对齐到最上边缘</translation>
    </message>
    <message>
        <source>&amp;Middles</source>
        <translation>垂直居中(&amp;M)</translation>
    </message>
    <message>
        <source>Centre the selected tiles in one row</source>
        <translation>将所选图块并排</translation>
    </message>
    <message>
        <source>&amp;Bottom edges</source>
        <translation>下边缘(&amp;B)</translation>
    </message>
    <message>
        <source>Align the selected tiles with the lowest edge</source>
        <translation>将所选图块对齐到最下边缘</translation>
    </message>
    <message>
        <source>Distribute &amp;horizontally</source>
        <translation>水平等距(&amp;A)</translation>
    </message>
    <message>
        <source>Space the selected tiles equally from left to right</source>
        <translation>使所选图块从左到右等距</translation>
    </message>
    <message>
        <source>Distribute &amp;vertically</source>
        <translation>垂直等距(&amp;D)</translation>
    </message>
    <message>
        <source>Space the selected tiles equally from top to bottom</source>
        <translation>使所选图块从上到下等距</translation>
    </message>
    <message>
        <source>&amp;Find hardware</source>
        <translation>查找硬件(&amp;F)</translation>
    </message>
    <message>
        <source>Search the hardware palette</source>
        <translation>在硬件面板中搜索</translation>
    </message>
    <message>
        <source>Pr&amp;eferences…</source>
        <translation>首选项…(&amp;E)</translation>
    </message>
    <message>
        <source>Theme, text size, language</source>
        <translation>主题、文字大小、语言</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>放大(&amp;I)</translation>
    </message>
    <message>
        <source>Zoom in on the cluster</source>
        <translation>放大集群</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>缩小(&amp;O)</translation>
    </message>
    <message>
        <source>Zoom out of the cluster</source>
        <translation>缩小集群</translation>
    </message>
    <message>
        <source>&amp;Actual size</source>
        <translation>实际大小(&amp;A)</translation>
    </message>
    <message>
        <source>Show the cluster at 100 %</source>
        <translation>以 100 % 显示集群</translation>
    </message>
    <message>
        <source>&amp;Fit all</source>
        <translation>全部适合(&amp;F)</translation>
    </message>
    <message>
        <source>Show the whole cluster</source>
        <translation>显示整个集群</translation>
    </message>
    <message>
        <source>Fit sele&amp;ction</source>
        <translation>适合所选(&amp;C)</translation>
    </message>
    <message>
        <source>Show the selected hardware</source>
        <translation>显示所选硬件</translation>
    </message>
    <message>
        <source>&amp;Hardware</source>
        <translation>硬件(&amp;H)</translation>
    </message>
    <message>
        <source>Show or hide the hardware palette</source>
        <translation>显示或隐藏硬件面板</translation>
    </message>
    <message>
        <source>&amp;Outline</source>
        <translation>大纲(&amp;O)</translation>
    </message>
    <message>
        <source>Show or hide the cluster as a table</source>
        <translation>显示或隐藏表格形式的集群</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>模型(&amp;M)</translation>
    </message>
    <message>
        <source>Show or hide the model panel</source>
        <translation>显示或隐藏模型面板</translation>
    </message>
    <message>
        <source>&amp;Goal</source>
        <translation>目标(&amp;G)</translation>
    </message>
    <message>
        <source>Show or hide the goal panel</source>
        <translation>显示或隐藏目标面板</translation>
    </message>
    <message>
        <source>Show or hide the results</source>
        <translation>显示或隐藏结果</translation>
    </message>
    <message>
        <source>All pane&amp;ls</source>
        <translation>所有面板(&amp;L)</translation>
    </message>
    <message>
        <source>Show or hide all panels around the cluster</source>
        <translation>显示或隐藏集群四周的所有面板</translation>
    </message>
    <message>
        <source>R&amp;eset layout</source>
        <translation>重置布局(&amp;E)</translation>
    </message>
    <message>
        <source>Put every panel back in its original place</source>
        <translation>将所有面板放回最初的位置</translation>
    </message>
    <message>
        <source>Ne&amp;xt panel</source>
        <translation>下一个面板(&amp;X)</translation>
    </message>
    <message>
        <source>Move the focus to the next panel</source>
        <translation>将焦点移到下一个面板</translation>
    </message>
    <message>
        <source>Pre&amp;vious panel</source>
        <translation>上一个面板(&amp;V)</translation>
    </message>
    <message>
        <source>Move the focus to the previous panel</source>
        <translation>将焦点移到上一个面板</translation>
    </message>
    <message>
        <source>&amp;Price</source>
        <translation>价格(&amp;P)</translation>
    </message>
    <message>
        <source>Show the price on each tile</source>
        <translation>图块显示其费用</translation>
    </message>
    <message>
        <source>P&amp;ower</source>
        <translation>功率(&amp;O)</translation>
    </message>
    <message>
        <source>Show the power draw on each tile</source>
        <translation>图块显示其功率</translation>
    </message>
    <message>
        <source>&amp;Memory</source>
        <translation>显存(&amp;M)</translation>
    </message>
    <message>
        <source>Show the memory use on each tile</source>
        <translation>图块显示其显存占用</translation>
    </message>
    <message>
        <source>&amp;Stage</source>
        <translation>阶段(&amp;S)</translation>
    </message>
    <message>
        <source>Show the pipeline stage on each tile</source>
        <translation>图块显示其流水线阶段</translation>
    </message>
    <message>
        <source>As the &amp;system</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>Follow the light or dark setting of the desktop</source>
        <translation>与桌面一致的浅色或深色</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>Dark text on a light background</source>
        <translation>浅底深字</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>Light text on a dark background</source>
        <translation>深底浅字</translation>
    </message>
    <message>
        <source>&amp;High contrast</source>
        <translation>高对比度(&amp;H)</translation>
    </message>
    <message>
        <source>Black on white or white on black</source>
        <translation>白底黑字或黑底白字</translation>
    </message>
    <message>
        <source>S&amp;witch light and dark</source>
        <translation>切换浅色与深色(&amp;W)</translation>
    </message>
    <message>
        <source>Change between the light and the dark theme</source>
        <translation>在浅色与深色主题之间切换</translation>
    </message>
    <message>
        <source>F&amp;ull screen</source>
        <translation>全屏(&amp;U)</translation>
    </message>
    <message>
        <source>Fill the whole screen</source>
        <translation>占满整个屏幕</translation>
    </message>
    <message>
        <source>&amp;Load model…</source>
        <translation>载入模型…(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Choose a preset…</source>
        <translation>选择预设…(&amp;C)</translation>
    </message>
    <message>
        <source>Take one of the built-in models</source>
        <translation>采用一个内置模型</translation>
    </message>
    <message>
        <source>New &amp;GPU type…</source>
        <translation>新建 GPU 类型…(&amp;G)</translation>
    </message>
    <message>
        <source>Define a GPU type of your own</source>
        <translation>输入您自己的 GPU</translation>
    </message>
    <message>
        <source>&amp;Edit a copy…</source>
        <translation>编辑副本…(&amp;E)</translation>
    </message>
    <message>
        <source>Edit a copy of the selected GPU type</source>
        <translation>在副本中更改所选 GPU 类型的数据</translation>
    </message>
    <message>
        <source>&amp;Import prices…</source>
        <translation>导入价格…(&amp;I)</translation>
    </message>
    <message>
        <source>Import prices from a CSV table</source>
        <translation>从表格取得价格</translation>
    </message>
    <message>
        <source>Goal: &amp;fastest</source>
        <translation>目标：最快(&amp;F)</translation>
    </message>
    <message>
        <source>Look for the highest throughput</source>
        <translation>寻找最高吞吐量</translation>
    </message>
    <message>
        <source>Goal: best &amp;value</source>
        <translation>目标：最划算(&amp;V)</translation>
    </message>
    <message>
        <source>Look for the lowest cost per trillion tokens</source>
        <translation>寻找每万亿词元的最低费用</translation>
    </message>
    <message>
        <source>&amp;All limits of the job…</source>
        <translation>任务的所有限制…(&amp;A)</translation>
    </message>
    <message>
        <source>Ranges of settings, GPUs, cost, reliability</source>
        <translation>设置范围、GPU、费用、可靠性</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>运行(&amp;R)</translation>
    </message>
    <message>
        <source>Search for the best strategy for this plan</source>
        <translation>为此方案搜索最佳策略</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>暂停(&amp;P)</translation>
    </message>
    <message>
        <source>Pause the search, or resume it</source>
        <translation>让搜索等待或继续</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>Stop the search and keep what it found</source>
        <translation>结束搜索并保留其找到的一切</translation>
    </message>
    <message>
        <source>Search while I &amp;edit</source>
        <translation>编辑时搜索(&amp;E)</translation>
    </message>
    <message>
        <source>Restart the search after every change</source>
        <translation>每次更改都会重新开始搜索</translation>
    </message>
    <message>
        <source>Tab &amp;1</source>
        <translation>选项卡 &amp;1</translation>
    </message>
    <message>
        <source>Show the first view of the results</source>
        <translation>显示结果的第一个视图</translation>
    </message>
    <message>
        <source>Tab &amp;2</source>
        <translation>选项卡 &amp;2</translation>
    </message>
    <message>
        <source>Show the second view of the results</source>
        <translation>显示结果的第二个视图</translation>
    </message>
    <message>
        <source>Tab &amp;3</source>
        <translation>选项卡 &amp;3</translation>
    </message>
    <message>
        <source>Show the third view of the results</source>
        <translation>显示结果的第三个视图</translation>
    </message>
    <message>
        <source>Tab &amp;4</source>
        <translation>选项卡 &amp;4</translation>
    </message>
    <message>
        <source>Show the fourth view of the results</source>
        <translation>显示结果的第四个视图</translation>
    </message>
    <message>
        <source>Tab &amp;5</source>
        <translation>选项卡 &amp;5</translation>
    </message>
    <message>
        <source>Show the fifth view of the results</source>
        <translation>显示结果的第五个视图</translation>
    </message>
    <message>
        <source>&amp;Filter the ranking</source>
        <translation>筛选排名(&amp;F)</translation>
    </message>
    <message>
        <source>Show only rows that fit what is typed</source>
        <translation>只显示符合输入内容的行</translation>
    </message>
    <message>
        <source>Show &amp;rejected</source>
        <translation>显示被排除的(&amp;R)</translation>
    </message>
    <message>
        <source>List the strategies nearest to being possible, each with its reason</source>
        <translation>列出最接近可行的策略及其原因</translation>
    </message>
    <message>
        <source>&amp;Pin</source>
        <translation>固定(&amp;P)</translation>
    </message>
    <message>
        <source>Pin the selected rows to the top, or unpin them</source>
        <translation>将所选行保持在顶部，或取消</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>比较(&amp;C)</translation>
    </message>
    <message>
        <source>Compare the selected strategy with the best one, or stop comparing</source>
        <translation>将所选策略与最佳并列，或结束比较</translation>
    </message>
    <message>
        <source>My &amp;layout…</source>
        <translation>我的布局…(&amp;L)</translation>
    </message>
    <message>
        <source>Type a strategy, or edit the selected one, and rank it</source>
        <translation>输入一个策略或编辑所选策略，并加入排名</translation>
    </message>
    <message>
        <source>Re&amp;move my layout</source>
        <translation>移除我的布局(&amp;M)</translation>
    </message>
    <message>
        <source>Remove the selected layout of yours from the ranking</source>
        <translation>将我的所选策略移出</translation>
    </message>
    <message>
        <source>Show as &amp;table</source>
        <translation>以表格显示(&amp;T)</translation>
    </message>
    <message>
        <source>Show the numbers of the current plot as a table</source>
        <translation>将当前图形的数字显示为表格</translation>
    </message>
    <message>
        <source>C&amp;opy the plot</source>
        <translation>复制图形(&amp;O)</translation>
    </message>
    <message>
        <source>Copy the current plot to the clipboard as a picture</source>
        <translation>将当前图形作为图片放到剪贴板</translation>
    </message>
    <message>
        <source>&amp;Export view…</source>
        <translation>导出视图…(&amp;E)</translation>
    </message>
    <message>
        <source>Write the current view: a plot as SVG, PDF or PNG, the ranking as CSV</source>
        <translation>写出当前视图：图形为 SVG、PDF 或 PNG，排名为 CSV</translation>
    </message>
    <message>
        <source>Write the report of the best strategy</source>
        <translation>写出最佳策略的报告</translation>
    </message>
    <message>
        <source>Print pre&amp;view…</source>
        <translation>打印预览…(&amp;V)</translation>
    </message>
    <message>
        <source>Look at the report&apos;s pages before printing</source>
        <translation>打印前查看报告的页面</translation>
    </message>
    <message>
        <source>&amp;Print…</source>
        <translation>打印…(&amp;P)</translation>
    </message>
    <message>
        <source>Print the report</source>
        <translation>打印报告</translation>
    </message>
    <message>
        <source>Ranking as &amp;CSV…</source>
        <translation>排名 (CSV)…(&amp;C)</translation>
    </message>
    <message>
        <source>Write the rows of the ranking as they stand</source>
        <translation>按当前顺序写出排名的行</translation>
    </message>
    <message>
        <source>C&amp;luster as picture…</source>
        <translation>集群图片…(&amp;L)</translation>
    </message>
    <message>
        <source>Write the cluster as SVG, PDF or PNG</source>
        <translation>将集群写为 SVG、PDF 或 PNG</translation>
    </message>
    <message>
        <source>&amp;Answer as JSON…</source>
        <translation>答案 (JSON)…(&amp;A)</translation>
    </message>
    <message>
        <source>Write the answer as the command line prints it</source>
        <translation>按命令行的输出写出答案</translation>
    </message>
    <message>
        <source>&amp;Timeline as trace…</source>
        <translation>时间线轨迹…(&amp;T)</translation>
    </message>
    <message>
        <source>Write the timeline for trace viewers</source>
        <translation>写出供轨迹查看器使用的时间线</translation>
    </message>
    <message>
        <source>&amp;Two generations</source>
        <translation>两代硬件(&amp;T)</translation>
    </message>
    <message>
        <source>Llama-3.1-70B on 4 nodes of 8 H100 and 4 nodes of 8 A100</source>
        <translation>Llama-3.1-70B，4 个 8 × H100 节点和 4 个 8 × A100 节点</translation>
    </message>
    <message>
        <source>&amp;Small</source>
        <translation>小型(&amp;S)</translation>
    </message>
    <message>
        <source>Llama-3.1-8B on one node of 8 H100</source>
        <translation>Llama-3.1-8B，1 个 8 × H100 节点</translation>
    </message>
    <message>
        <source>&amp;One kind of GPU</source>
        <translation>单一 GPU(&amp;O)</translation>
    </message>
    <message>
        <source>Llama-3.1-70B on 16 nodes of 8 H100</source>
        <translation>Llama-3.1-70B，16 个 8 × H100 节点</translation>
    </message>
    <message>
        <source>&amp;Best value</source>
        <translation>最划算(&amp;B)</translation>
    </message>
    <message>
        <source>Which of 64 GPUs of two kinds give the most for the money</source>
        <translation>两种共 64 块 GPU 中哪些最划算</translation>
    </message>
    <message>
        <source>&amp;Does not fit</source>
        <translation>放不下(&amp;D)</translation>
    </message>
    <message>
        <source>Llama-3.1-70B on 16 GPUs without recomputation</source>
        <translation>Llama-3.1-70B，16 块 GPU，不用重计算</translation>
    </message>
    <message>
        <source>H&amp;ints</source>
        <translation>提示(&amp;I)</translation>
    </message>
    <message>
        <source>Show the four hints of the first start</source>
        <translation>显示首次启动的四条提示</translation>
    </message>
    <message>
        <source>&amp;Command search…</source>
        <translation>命令搜索…(&amp;C)</translation>
    </message>
    <message>
        <source>Find any command by typing</source>
        <translation>通过输入查找窗口能做的一切</translation>
    </message>
    <message>
        <source>&amp;How accurate?</source>
        <translation>有多准确？(&amp;H)</translation>
    </message>
    <message>
        <source>Predictions of published runs against what was measured</source>
        <translation>已发布运行的预测与实测对照</translation>
    </message>
    <message>
        <source>&amp;Shortcuts</source>
        <translation>快捷键(&amp;S)</translation>
    </message>
    <message>
        <source>Every action with its keys</source>
        <translation>所有操作及其按键</translation>
    </message>
    <message>
        <source>&amp;About Astrolabe</source>
        <translation>关于 Astrolabe(&amp;A)</translation>
    </message>
    <message>
        <source>Version, licence and data sources</source>
        <translation>版本、许可证与数据来源</translation>
    </message>
    <message>
        <source>Arran&amp;ge</source>
        <translation>排列(&amp;G)</translation>
    </message>
    <message>
        <source>Tile layer</source>
        <translation>图块的图层</translation>
    </message>
    <message>
        <source>R&amp;ules…</source>
        <translation>规则(&amp;U)…</translation>
    </message>
    <message>
        <source>Which strategies are ruled out and why; rules of your own</source>
        <translation>哪些策略被排除及其原因；自定义规则</translation>
    </message>
    <message>
        <source>Tab &amp;6</source>
        <translation>标签页 &amp;6</translation>
    </message>
    <message>
        <source>Show the sixth view of the results</source>
        <translation>显示第六个结果视图</translation>
    </message>
    <message>
        <source>Tab &amp;7</source>
        <translation>标签页 &amp;7</translation>
    </message>
    <message>
        <source>Show the seventh view of the results</source>
        <translation>显示第七个结果视图</translation>
    </message>
    <message>
        <source>&amp;Why not…</source>
        <translation>为何不选(&amp;W)…</translation>
    </message>
    <message>
        <source>Explain why the selected strategy, or one you type, is not first</source>
        <translation>说明所选策略或输入的策略为何不是第一</translation>
    </message>
    <message>
        <source>S&amp;hare</source>
        <translation>份额(&amp;H)</translation>
    </message>
    <message>
        <source>Show each tile&apos;s share of the distributed program</source>
        <translation>图块显示其在分布式程序中的份额</translation>
    </message>
    <message>
        <source>Goal: &amp;smallest cluster that fits</source>
        <translation>目标：装得下的最小集群(&amp;S)</translation>
    </message>
    <message>
        <source>Look for the fewest GPUs</source>
        <translation>寻找最少的 GPU</translation>
    </message>
    <message>
        <source>Look for the cheapest GPUs that finish within the deadline</source>
        <translation>寻找能在期限内完成的最便宜的 GPU</translation>
    </message>
    <message>
        <source>Group &amp;into a rack</source>
        <translation>编入机架(&amp;I)</translation>
    </message>
    <message>
        <source>Put the selected pools into a rack</source>
        <translation>将所选资源池放入一个机架</translation>
    </message>
    <message>
        <source>Ungr&amp;oup</source>
        <translation>解散机架(&amp;O)</translation>
    </message>
    <message>
        <source>Dissolve the selected racks</source>
        <translation>解散所选机架</translation>
    </message>
    <message>
        <source>&amp;Present</source>
        <translation>演示(&amp;P)</translation>
    </message>
    <message>
        <source>Show the answer page by page on the whole screen</source>
        <translation>全屏逐页展示结果</translation>
    </message>
    <message>
        <source>Tab &amp;8</source>
        <translation>标签页 &amp;8</translation>
    </message>
    <message>
        <source>Show the eighth view of the results</source>
        <translation>显示第八个结果视图</translation>
    </message>
    <message>
        <source>&amp;Launch settings</source>
        <translation>启动设置(&amp;L)</translation>
    </message>
    <message>
        <source>Goal: &amp;mixed GPUs</source>
        <translation>目标：混合 GPU(&amp;M)</translation>
    </message>
    <message>
        <source>Look for the best split of unequal GPUs; some may stay unused</source>
        <translation>寻找不同 GPU 之间的最佳分配；可以有闲置的 GPU</translation>
    </message>
    <message>
        <source>Goal: speed an&amp;d cost</source>
        <translation>目标：速度与费用(&amp;D)</translation>
    </message>
    <message>
        <source>Look for every strategy that no other beats in both speed and cost</source>
        <translation>寻找在速度和费用上都不被其他策略胜过的所有策略</translation>
    </message>
    <message>
        <source>Goal: c&amp;heapest that meets the deadline</source>
        <translation>目标：期限内最便宜(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Utilisation</source>
        <translation>利用率(&amp;U)</translation>
    </message>
    <message>
        <source>Show how busy the selected strategy keeps each tile</source>
        <translation>图块显示所选策略使其忙碌的程度</translation>
    </message>
    <message>
        <source>Type the numbers of a dense or MoE decoder transformer</source>
        <translation>输入稠密或 MoE 解码器 Transformer 的各项数值</translation>
    </message>
    <message>
        <source>E&amp;xpand into single nodes</source>
        <translation>展开为单个节点(&amp;X)</translation>
    </message>
    <message>
        <source>Give each node of the selected tiles a tile of its own</source>
        <translation>让所选图块的每个节点各占一个图块</translation>
    </message>
    <message>
        <source>Make one tile of selected tiles with identical nodes</source>
        <translation>将所选的相同节点图块合并为一个</translation>
    </message>
    <message>
        <source>&amp;Go to node…</source>
        <translation>转到节点(&amp;G)…</translation>
    </message>
    <message>
        <source>Select a tile by its name and show it</source>
        <translation>按名称选择图块并显示</translation>
    </message>
    <message>
        <source>Help on &amp;this</source>
        <translation>此项帮助(&amp;T)</translation>
    </message>
    <message>
        <source>Explain the control that has the focus</source>
        <translation>说明当前焦点控件的用途</translation>
    </message>
    <message>
        <source>&amp;What&apos;s this?</source>
        <translation>这是什么(&amp;W)？</translation>
    </message>
    <message>
        <source>Click a control to see what it is for</source>
        <translation>指向控件以了解其用途</translation>
    </message>
    <message>
        <source>Collapse identical node&amp;s</source>
        <translation>合并相同节点(&amp;S)</translation>
    </message>
    <message>
        <source>Descri&amp;be a model by hand…</source>
        <translation>手动描述模型(&amp;B)…</translation>
    </message>
    <message>
        <source>Search &amp;limit…</source>
        <translation>搜索时限(&amp;L)…</translation>
    </message>
    <message>
        <source>Limit the time of every search; the best strategy found by then is kept</source>
        <translation>每次搜索在若干秒后结束，保留目前最佳</translation>
    </message>
    <message>
        <source>S&amp;how in results</source>
        <translation>在结果中显示(&amp;H)</translation>
    </message>
    <message>
        <source>Show only strategies that use the selected pools</source>
        <translation>只显示使用所选资源池的策略</translation>
    </message>
    <message>
        <source>&amp;View properties…</source>
        <translation>查看属性(&amp;V)…</translation>
    </message>
    <message>
        <source>Show everything known about the selected pool, with sources</source>
        <translation>所选资源池的全部已知信息及其来源</translation>
    </message>
    <message>
        <source>Change GPU &amp;type…</source>
        <translation>更换 GPU 类型(&amp;T)…</translation>
    </message>
    <message>
        <source>Change the GPU type of the selected pools</source>
        <translation>为所选资源池换用其他 GPU</translation>
    </message>
    <message>
        <source>&amp;Number of nodes…</source>
        <translation>节点数(&amp;N)…</translation>
    </message>
    <message>
        <source>Set the number of nodes in the selected pool</source>
        <translation>所选资源池有多少个节点</translation>
    </message>
    <message>
        <source>&amp;Price override…</source>
        <translation>自定价格(&amp;P)…</translation>
    </message>
    <message>
        <source>Net&amp;work…</source>
        <translation>网络(&amp;W)…</translation>
    </message>
    <message>
        <source>Set the network bandwidth per node of the selected pool</source>
        <translation>所选资源池中一个节点的带宽</translation>
    </message>
    <message>
        <source>In-network reduction (&amp;SHARP)</source>
        <translation>交换机内求和梯度(&amp;S)</translation>
    </message>
    <message>
        <source>The switches in the network of the selected pools sum gradients (SHARP), and this is turned on</source>
        <translation>所选资源池的网络可在交换机内求和（SHARP），并且已启用</translation>
    </message>
    <message>
        <source>GPU power &amp;limit…</source>
        <translation>GPU 功率上限(&amp;L)…</translation>
    </message>
    <message>
        <source>Cap the power of each GPU of the selected pool, in watts</source>
        <translation>所选资源池中每块 GPU 被限制到的瓦数</translation>
    </message>
    <message>
        <source>&amp;Exclude from search</source>
        <translation>不参与搜索(&amp;E)</translation>
    </message>
    <message>
        <source>Exclude the selected pools from the search, or include them again</source>
        <translation>让所选资源池不参与搜索，或重新参与</translation>
    </message>
    <message>
        <source>Selected hard&amp;ware</source>
        <translation>所选硬件(&amp;W)</translation>
    </message>
    <message>
        <source>Move the selected pools, racks and notes to the clipboard</source>
        <translation>将所选资源池、机架和便签移到剪贴板</translation>
    </message>
    <message>
        <source>Copy the selected pools, racks and notes</source>
        <translation>复制所选资源池、机架和便签</translation>
    </message>
    <message>
        <source>Paste the clipboard onto the cluster</source>
        <translation>将剪贴板中的内容加入集群</translation>
    </message>
    <message>
        <source>Duplicate the selected pools, racks and notes</source>
        <translation>再加入一份所选资源池、机架和便签</translation>
    </message>
    <message>
        <source>Duplicate the selected pools, racks and notes several times</source>
        <translation>多次加入所选资源池、机架和便签</translation>
    </message>
    <message>
        <source>Read a model from a config.json or its folder, an ONNX file or arguments of Megatron-LM</source>
        <translation>从 config.json 或其文件夹、ONNX 文件或 Megatron-LM 参数中读取模型</translation>
    </message>
    <message>
        <source>Show to the &amp;side</source>
        <translation>并排(&amp;B)</translation>
    </message>
    <message>
        <source>Show the current view beside the others, or move it back to the tabs</source>
        <translation>将当前视图与其他视图并排，或放回选项卡</translation>
    </message>
    <message>
        <source>&amp;Host memory…</source>
        <translation>主机内存(&amp;H)…</translation>
    </message>
    <message>
        <source>Set the host memory per node, for state offloaded from the GPUs of the selected pool</source>
        <translation>节点主机的内存，用于存放移出所选池 GPU 的内容</translation>
    </message>
    <message>
        <source>Sce&amp;nario</source>
        <translation>情景(&amp;N)</translation>
    </message>
    <message>
        <source>Add a copy of this scenario, to change it and compare</source>
        <translation>添加此情景的副本，以便修改和比较</translation>
    </message>
    <message>
        <source>Rena&amp;me…</source>
        <translation>重命名(&amp;M)…</translation>
    </message>
    <message>
        <source>Name this scenario</source>
        <translation>为此情景单独命名</translation>
    </message>
    <message>
        <source>Make it the &amp;baseline</source>
        <translation>设为基准(&amp;B)</translation>
    </message>
    <message>
        <source>Compare the others with this scenario</source>
        <translation>以此情景为基准比较其他情景</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>移除(&amp;R)</translation>
    </message>
    <message>
        <source>Remove this scenario from the plan</source>
        <translation>将此情景从方案中移除</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>下一个(&amp;N)</translation>
    </message>
    <message>
        <source>Show the next scenario</source>
        <translation>显示下一个情景</translation>
    </message>
    <message>
        <source>&amp;Previous</source>
        <translation>上一个(&amp;P)</translation>
    </message>
    <message>
        <source>Show the scenario before this one</source>
        <translation>显示上一个情景</translation>
    </message>
    <message>
        <source>&amp;Compare scenarios</source>
        <translation>比较情景(&amp;C)</translation>
    </message>
    <message>
        <source>Compare the scenarios side by side, with differences from the baseline</source>
        <translation>并排列出各情景及其相对基准的变化</translation>
    </message>
    <message>
        <source>&amp;Import from another plan…</source>
        <translation>从其他方案导入(&amp;I)…</translation>
    </message>
    <message>
        <source>Add the scenarios of a saved plan to this one</source>
        <translation>将已保存方案中的情景加入本方案</translation>
    </message>
    <message>
        <source>Set &amp;up the report…</source>
        <translation>设置报告(&amp;U)…</translation>
    </message>
    <message>
        <source>Which sections the report has, beside its pages</source>
        <translation>报告包含哪些章节，旁边显示其页面</translation>
    </message>
    <message>
        <source>&amp;Bill of materials as CSV…</source>
        <translation>物料清单 CSV(&amp;B)…</translation>
    </message>
    <message>
        <source>Write the hardware of every scenario with its prices</source>
        <translation>写出各情景的硬件及其价格</translation>
    </message>
    <message>
        <source>Load the f&amp;older of a model…</source>
        <translation>从文件夹载入模型…(&amp;O)</translation>
    </message>
    <message>
        <source>Read a config.json and check it against the weights beside it</source>
        <translation>读取 config.json，并与旁边的权重核对</translation>
    </message>
    <message>
        <source>Import hard&amp;ware…</source>
        <translation>导入硬件…(&amp;W)</translation>
    </message>
    <message>
        <source>Take types of your own or a cluster from a file (JSON)</source>
        <translation>从文件 (JSON) 取得您自己的类型或集群</translation>
    </message>
    <message>
        <source>&amp;Save view</source>
        <translation>保存视图(&amp;S)</translation>
    </message>
    <message>
        <source>Save the current view as a step of the presentation</source>
        <translation>将当前所看内容保留为演示的一个步骤</translation>
    </message>
    <message>
        <source>S&amp;teps of the presentation…</source>
        <translation>演示的步骤…(&amp;T)</translation>
    </message>
    <message>
        <source>Which pages and saved views are presented, and in which order</source>
        <translation>演示哪些页面和已保存的视图，以及按什么顺序</translation>
    </message>
    <message>
        <source>&amp;Report as PDF, HTML or Markdown…</source>
        <translation>报告 (PDF、HTML 或 Markdown)…(&amp;R)</translation>
    </message>
    <message>
        <source>Add this view t&amp;o the report</source>
        <translation>将此视图加入报告(&amp;O)</translation>
    </message>
    <message>
        <source>Add the current results view to the appendix, while this window is open</source>
        <translation>将结果当前显示的内容放入附录，在此窗口打开期间有效</translation>
    </message>
    <message>
        <source>Pr&amp;ice of the network…</source>
        <translation>网络价格…(&amp;I)</translation>
    </message>
    <message>
        <source>Set the purchase price of network cards, cables and switches per node</source>
        <translation>网卡、线缆与交换机按节点分摊的购置费用</translation>
    </message>
    <message>
        <source>&amp;How is it calculated…</source>
        <translation>如何计算得出…(&amp;H)</translation>
    </message>
    <message>
        <source>Show the formula behind the figure in the current cell, or behind the main figure of the strategy</source>
        <translation>当前单元格中数值的计算公式；若无，则为该策略主要指标的公式</translation>
    </message>
    <message>
        <source>&amp;Glossary</source>
        <translation>术语表(&amp;G)</translation>
    </message>
    <message>
        <source>Look up the terms and abbreviations of the window</source>
        <translation>查阅窗口中的术语和缩写</translation>
    </message>
    <message>
        <source>Pay for single &amp;GPUs</source>
        <translation>按单个 GPU 付费(&amp;G)</translation>
    </message>
    <message>
        <source>Rent or buy the selected pools by single GPUs: otherwise whole nodes are paid for</source>
        <translation>所选资源池按单个 GPU 租用或购买：否则按整节点付费</translation>
    </message>
    <message>
        <source>Open s&amp;weep results…</source>
        <translation>打开扫描结果…(&amp;W)</translation>
    </message>
    <message>
        <source>Show the cases of a sweep from the command line as a table and a plot</source>
        <translation>以表格和图形显示命令行扫描的各个案例</translation>
    </message>
    <message>
        <source>Pro&amp;vider and region…</source>
        <translation>提供商与地区…(&amp;V)</translation>
    </message>
    <message>
        <source>Set of whom and where the selected pool is had, and how often spot is lost</source>
        <translation>设置所选资源池从哪家、在何处取得，以及竞价节点多久被收回一次</translation>
    </message>
    <message>
        <source>&amp;Unit of purchase…</source>
        <translation>购买单位…(&amp;U)</translation>
    </message>
    <message>
        <source>Set how many GPUs of the selected pool are rented or bought at once: a node, a part of one, a rack</source>
        <translation>设置所选资源池一次租用或购买多少块 GPU：一个节点、节点的一部分或一个机架</translation>
    </message>
    <message>
        <source>P&amp;ower of a node…</source>
        <translation>节点功率…(&amp;O)</translation>
    </message>
    <message>
        <source>Set what a whole machine of the selected pool draws at full load</source>
        <translation>设置所选资源池的一台整机满载时的功率</translation>
    </message>
    <message>
        <source>Scen&amp;ario without it</source>
        <translation>不含它的情景(&amp;A)</translation>
    </message>
    <message>
        <source>Add a scenario without the selected pools, to compare with this one</source>
        <translation>添加一个不含所选资源池的情景，与本情景比较</translation>
    </message>
    <message>
        <source>Rent or &amp;buy…</source>
        <translation>租用还是购买…(&amp;U)</translation>
    </message>
    <message>
        <source>What the machines cost over the years, and renting them beside it</source>
        <translation>机器在各年中的费用，并与租用对照</translation>
    </message>
    <message>
        <source>Tab &amp;9</source>
        <translation>标签页 &amp;9</translation>
    </message>
    <message>
        <source>Show the ninth view of the results</source>
        <translation>显示第九个结果视图</translation>
    </message>
    <message>
        <source>Write the selected strategy as settings of %1</source>
        <translation>将所选策略写成 %1 的设置</translation>
    </message>
    <message>
        <source>Set your own price for the selected pool: of a GPU-hour, or of a node to buy</source>
        <translation>为所选资源池设置您自己的价格：每 GPU 小时，或购买一个节点</translation>
    </message>
    <message>
        <source>Read a launch script or the configuration of a runtime as my layout</source>
        <translation>将启动脚本或运行时的配置读作我的布局</translation>
    </message>
    <message>
        <source>Open a la&amp;unch script…</source>
        <translation>打开启动脚本(&amp;U)…</translation>
    </message>
    <message>
        <source>Show view %1 of the results</source>
        <translation>显示结果的第 %1 个视图</translation>
    </message>
    <message>
        <source>&amp;Chat</source>
        <translation>聊天(&amp;C)</translation>
    </message>
    <message>
        <source>Serve Llama-3.1-70B on one node of 8 H200</source>
        <translation>在一台 8 个 H200 的节点上服务 Llama-3.1-70B</translation>
    </message>
    <message>
        <source>&amp;Experts on a rack</source>
        <translation>机柜上的专家(&amp;E)</translation>
    </message>
    <message>
        <source>Serve DeepSeek-V3 on a rack of 72 GB200</source>
        <translation>在 72 个 GB200 的机柜上服务 DeepSeek-V3</translation>
    </message>
    <message>
        <source>&amp;Mixed fleet</source>
        <translation>混合机群(&amp;M)</translation>
    </message>
    <message>
        <source>Serve Qwen3-32B on H200, H100 and L40S for the least money</source>
        <translation>在 H200、H100 与 L40S 上以最低费用服务 Qwen3-32B</translation>
    </message>
    <message>
        <source>Three &amp;regions</source>
        <translation>三个区域(&amp;R)</translation>
    </message>
    <message>
        <source>Lay Llama-2-70B over unequal machines of three regions</source>
        <translation>把 Llama-2-70B 的层分布到三个区域的不同机器上</translation>
    </message>
</context>
<context>
    <name>Assumed</name>
    <message>
        <source>latency inside a node</source>
        <translation>节点内延迟</translation>
    </message>
    <message>
        <source>links inside a node</source>
        <translation>节点内链路</translation>
    </message>
    <message>
        <source>latency between nodes</source>
        <translation>节点间延迟</translation>
    </message>
    <message>
        <source>latency between the pools</source>
        <translation>资源池间延迟</translation>
    </message>
    <message>
        <source>GPUs in a scale-up domain</source>
        <translation>纵向扩展域的 GPU 数</translation>
    </message>
    <message>
        <source>host memory of a node</source>
        <translation>节点的主机内存</translation>
    </message>
    <message>
        <source>power of a GPU</source>
        <translation>单块 GPU 功率</translation>
    </message>
    <message>
        <source>sustained clock under the power limit</source>
        <translation>持续时钟占比</translation>
    </message>
    <message>
        <source>purchase price of a GPU</source>
        <translation>单块 GPU 购置价</translation>
    </message>
    <message>
        <source>kernel efficiency</source>
        <translation>其内核效率</translation>
    </message>
    <message>
        <source>part of</source>
        <translation>属于</translation>
    </message>
    <message>
        <source>Gradient precision</source>
        <translation>梯度精度</translation>
    </message>
    <message>
        <source>Fused attention</source>
        <translation>融合注意力</translation>
    </message>
    <message>
        <source>Expert load imbalance (fullest ÷ mean rank)</source>
        <translation>专家：最满与平均之比</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Memory headroom</source>
        <translation>留空的显存</translation>
    </message>
    <message>
        <source>Recomputed layers</source>
        <translation>重计算的层数</translation>
    </message>
    <message>
        <source>GPU failure rate</source>
        <translation>单块 GPU 故障率</translation>
    </message>
    <message>
        <source>Checkpoint storage bandwidth</source>
        <translation>检查点存储</translation>
    </message>
    <message>
        <source>Restart time after a failure</source>
        <translation>故障后重启</translation>
    </message>
    <message>
        <source>Release year of the software</source>
        <translation>软件年份</translation>
    </message>
    <message>
        <source>Memory of the driver context</source>
        <translation>驱动上下文的显存</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>pools, what is assumed of them</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>price of a GPU-hour</source>
        <translation>每 GPU 小时价格</translation>
    </message>
    <message>
        <source>network price of a node</source>
        <translation>每节点的网络价格</translation>
    </message>
    <message>
        <source>memory of a GPU</source>
        <translation>GPU 显存</translation>
    </message>
    <message>
        <source>memory bandwidth of a GPU</source>
        <translation>GPU 显存带宽</translation>
    </message>
    <message>
        <source>rate of a GPU</source>
        <translation>GPU 算力</translation>
    </message>
    <message>
        <source>power of a node</source>
        <translation>节点的功率</translation>
    </message>
    <message>
        <source>a node&apos;s share of the switches&apos; power</source>
        <translation>每节点分摊的交换机功率</translation>
    </message>
    <message>
        <source>interruptions of a spot node in an hour</source>
        <translation>竞价节点每小时的中断次数</translation>
    </message>
    <message>
        <source>Sequence length</source>
        <translation>序列长度</translation>
    </message>
    <message>
        <source>Training runtime</source>
        <translation>训练运行时</translation>
    </message>
    <message>
        <source>Dispatcher of experts</source>
        <translation>专家分发方式</translation>
    </message>
    <message>
        <source>Overlap of expert traffic</source>
        <translation>专家通信重叠</translation>
    </message>
    <message>
        <source>Delayed weight gradients</source>
        <translation>延迟计算权重梯度</translation>
    </message>
    <message>
        <source>CUDA graphs</source>
        <translation>CUDA 图</translation>
    </message>
    <message>
        <source>Compiled model</source>
        <translation>编译模型</translation>
    </message>
    <message>
        <source>Recipe of fp8</source>
        <translation>fp8 方案</translation>
    </message>
    <message>
        <source>Parameters gathered in fp8</source>
        <translation>以 fp8 收集参数</translation>
    </message>
    <message>
        <source>Recomputed modules</source>
        <translation>重计算的模块</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失函数</translation>
    </message>
    <message>
        <source>Chunks of the loss</source>
        <translation>损失分块数</translation>
    </message>
    <message>
        <source>Layers with offloaded activations</source>
        <translation>卸载激活的层数</translation>
    </message>
    <message>
        <source>Method of context parallelism</source>
        <translation>上下文并行方法</translation>
    </message>
    <message>
        <source>Mean time to repair</source>
        <translation>平均修复时间</translation>
    </message>
    <message>
        <source>Failures that need a repair</source>
        <translation>需要修复的故障份额</translation>
    </message>
    <message>
        <source>Repairs of a whole failure domain</source>
        <translation>整个故障域的修复份额</translation>
    </message>
</context>
<context>
    <name>Breakdown</name>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>Tensor-parallel</source>
        <translation>张量并行</translation>
    </message>
    <message>
        <source>Context-parallel</source>
        <translation>上下文并行</translation>
    </message>
    <message>
        <source>Expert-parallel</source>
        <translation>专家并行</translation>
    </message>
    <message>
        <source>Pipeline transfer</source>
        <translation>流水线传输</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>Data-parallel</source>
        <translation>数据并行</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>Hardware</source>
        <translation>硬件</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>电力</translation>
    </message>
    <message>
        <source>Idle GPUs</source>
        <translation>闲置 GPU</translation>
    </message>
    <message>
        <source>With failures: %1 of the time makes progress; the job takes %2.</source>
        <translation>计入故障：%1 的时间有进展；任务用时 %2。</translation>
    </message>
    <message>
        <source>With failures: %1 of the time makes progress; the job takes %2 and %3.</source>
        <translation>计入故障：%1 的时间有进展；任务用时 %2，费用 %3。</translation>
    </message>
    <message>
        <source>%1 failures in the job; a checkpoint of %2 every %3; a restart takes %4</source>
        <translation>任务中有 %1 次故障；每 %3 写一次检查点，用时 %2；重启用时 %4</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Reserve (headroom)</source>
        <translation>预留（余量）</translation>
    </message>
    <message>
        <source>Network</source>
        <comment>part of the cost</comment>
        <translation>网络</translation>
    </message>
    <message>
        <source>Hosting</source>
        <translation>托管</translation>
    </message>
    <message>
        <source>%1 failures and %2 interruptions of spot in the job; a checkpoint of %3 every %4; a restart takes %5</source>
        <translation>任务中有 %1 次故障和 %2 次竞价中断；每 %4 写一次检查点，用时 %3；重启用时 %5</translation>
    </message>
</context>
<context>
    <name>Cause</name>
    <message>
        <source>%1 stages share %2 micro-batches, instead of no pipeline</source>
        <translation>%1 个阶段分担 %2 个微批次，而另一方没有流水线</translation>
    </message>
    <message>
        <source>there is no pipeline, instead of %1 stages that share %2 micro-batches</source>
        <translation>没有流水线，而另一方由 %1 个阶段分担 %2 个微批次</translation>
    </message>
    <message>
        <source>%1 stages share %2 micro-batches, instead of %3 stages sharing %4</source>
        <translation>%1 个阶段分担 %2 个微批次，而另一方是 %3 个阶段分担 %4 个</translation>
    </message>
    <message>
        <source>its %1 ranks span nodes: %2 per GPU instead of %3</source>
        <translation>其 %1 组跨越节点：每 GPU %2，而不是 %3</translation>
    </message>
    <message>
        <source>its %1 ranks stay inside a node: %2 per GPU instead of %3</source>
        <translation>其 %1 组位于节点之内：每 GPU %2，而不是 %3</translation>
    </message>
    <message>
        <source>its %1 ranks exchange at %2 per GPU instead of %3</source>
        <translation>其 %1 组以每 GPU %2 交换，而不是 %3</translation>
    </message>
    <message>
        <source>it overlaps with compute here and not there</source>
        <translation>此处与计算重叠，另一方则不重叠</translation>
    </message>
    <message>
        <source>it overlaps with compute there and not here</source>
        <translation>另一方与计算重叠，此处则不重叠</translation>
    </message>
    <message>
        <source>the optimizer is offloaded to host memory</source>
        <translation>优化器卸载到主机内存</translation>
    </message>
    <message>
        <source>the optimizer is not offloaded to host memory</source>
        <translation>优化器未卸载到主机内存</translation>
    </message>
    <message>
        <source>activations are offloaded to host memory</source>
        <translation>激活值卸载到主机内存</translation>
    </message>
    <message>
        <source>activations are not offloaded to host memory</source>
        <translation>激活值未卸载到主机内存</translation>
    </message>
    <message>
        <source>Forward compute</source>
        <translation>前向计算</translation>
    </message>
    <message>
        <source>Backward compute</source>
        <translation>反向计算</translation>
    </message>
    <message>
        <source>Recomputation</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>Exposed tensor-parallel traffic</source>
        <translation>未被掩盖的张量并行通信</translation>
    </message>
    <message>
        <source>Exposed context-parallel traffic</source>
        <translation>未被掩盖的上下文并行通信</translation>
    </message>
    <message>
        <source>Exposed expert-parallel traffic</source>
        <translation>未被掩盖的专家并行通信</translation>
    </message>
    <message>
        <source>Waiting for pipeline transfers</source>
        <translation>等待流水线传输</translation>
    </message>
    <message>
        <source>The pipeline bubble</source>
        <translation>流水线气泡</translation>
    </message>
    <message>
        <source>Exposed data-parallel traffic</source>
        <translation>未被掩盖的数据并行通信</translation>
    </message>
    <message>
        <source>The optimizer step</source>
        <translation>优化器步骤</translation>
    </message>
    <message>
        <source>Other time (waiting for the host and for offloading)</source>
        <translation>其他时间（等待主机和卸载）</translation>
    </message>
    <message>
        <source>Matrix products, attention and memory traffic of the forward pass.</source>
        <translation>前向传播的矩阵乘法、注意力和显存访问。</translation>
    </message>
    <message>
        <source>Matrix products, attention and memory traffic of the backward pass.</source>
        <translation>反向传播的矩阵乘法、注意力和显存访问。</translation>
    </message>
    <message>
        <source>Forward work done again in the backward pass to save memory.</source>
        <translation>为节省显存而在反向传播中重做的前向计算。</translation>
    </message>
    <message>
        <source>Traffic of tensor and sequence parallelism that no compute hides.</source>
        <translation>没有被计算掩盖的张量并行和序列并行通信。</translation>
    </message>
    <message>
        <source>Exchange of keys and values between context-parallel ranks that no compute hides.</source>
        <translation>上下文并行各 rank 之间没有被计算掩盖的键和值的交换。</translation>
    </message>
    <message>
        <source>Exchange of tokens between experts (all-to-all) that no compute hides.</source>
        <translation>专家之间没有被计算掩盖的词元交换（all-to-all）。</translation>
    </message>
    <message>
        <source>Waiting for activations and gradients on their way between stages.</source>
        <translation>等待在阶段之间传输的激活值和梯度。</translation>
    </message>
    <message>
        <source>Waiting for other stages: filling, draining and uneven load of the pipeline.</source>
        <translation>等待其他阶段：流水线的填充、排空和负载不均。</translation>
    </message>
    <message>
        <source>Reduction of gradients and gathering of parameters over the replicas that no compute hides.</source>
        <translation>各副本之间没有被计算掩盖的梯度规约和参数收集。</translation>
    </message>
    <message>
        <source>Update of the parameters at the end of the step.</source>
        <translation>在一步结束时更新参数。</translation>
    </message>
    <message>
        <source>Everything else: waiting for the host to launch kernels, the fixed host time of a step, waiting for activations that are offloaded to host memory, and rounding of the schedule.</source>
        <translation>其余一切：等待主机启动内核、每步固定的主机时间、等待卸载到主机内存的激活值，以及调度的取整。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>part of a step, what it is</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>model chunks per stage: %1 instead of %2</source>
        <translation>每阶段的模型块数：%1，而不是 %2</translation>
    </message>
    <message>
        <source>the schedule is %1 instead of %2</source>
        <translation>调度是 %1，而不是 %2</translation>
    </message>
    <message>
        <source>the stages are loaded less evenly: %1 layers instead of %2</source>
        <translation>各阶段负载较不均匀：%1 层，而不是 %2</translation>
    </message>
    <message>
        <source>the stages are loaded more evenly: %1 layers instead of %2</source>
        <translation>各阶段负载更均匀：%1 层，而不是 %2</translation>
    </message>
    <message>
        <source>the stage that ends the step computes %1 layers × %2 sequences on %3 GPUs, instead of %4 × %5 on %6</source>
        <translation>结束该步的阶段在 %3 个 GPU 上计算 %1 层 × %2 个序列，而不是在 %6 个上计算 %4 × %5</translation>
    </message>
    <message>
        <source>the stage that ends the step runs on %1 instead of %2</source>
        <translation>结束该步的阶段运行在 %1 上，而不是 %2</translation>
    </message>
    <message>
        <source>TP %1 cuts the matrix products into smaller pieces than TP %2</source>
        <translation>TP %1 把矩阵乘法切成比 TP %2 更小的块</translation>
    </message>
    <message>
        <source>TP %1 leaves larger matrix products than TP %2</source>
        <translation>TP %1 保留比 TP %2 更大的矩阵乘法</translation>
    </message>
    <message>
        <source>micro-batches of %1 make smaller matrix products than those of %2</source>
        <translation>微批次为 %1 时矩阵乘法比 %2 时更小</translation>
    </message>
    <message>
        <source>micro-batches of %1 make larger matrix products than those of %2</source>
        <translation>微批次为 %1 时矩阵乘法比 %2 时更大</translation>
    </message>
    <message>
        <source>ranks that exchange: %1 instead of %2</source>
        <translation>相互交换的 rank 数：%1，而不是 %2</translation>
    </message>
    <message>
        <source>recomputed layers of the stage that ends the step: %1 instead of %2</source>
        <translation>结束该步的阶段重计算的层数：%1，而不是 %2</translation>
    </message>
    <message>
        <source>recomputation is %1 instead of %2</source>
        <translation>重计算为 %1，而不是 %2</translation>
    </message>
    <message>
        <source>the gradients of %1 layers at TP %2 are reduced, instead of %3 at TP %4</source>
        <translation>规约 TP %2 下 %1 层的梯度，而不是 TP %4 下 %3 层的</translation>
    </message>
    <message>
        <source>%2 GPUs share the update of %1 layers, instead of %4 that of %3</source>
        <translation>%2 个 GPU 分担 %1 层的更新，而不是 %4 个分担 %3 层的</translation>
    </message>
    <message>
        <source>%1 layers × %2 micro-batches are launched, instead of %3 × %4</source>
        <translation>启动 %1 层 × %2 个微批次，而不是 %3 × %4</translation>
    </message>
    <message>
        <source>%1: %2 longer (%3 instead of %4).</source>
        <translation>%1：多 %2（%3，而不是 %4）。</translation>
    </message>
    <message>
        <source>%1: %2 less (%3 instead of %4).</source>
        <translation>%1：少 %2（%3，而不是 %4）。</translation>
    </message>
    <message>
        <source>%1: %2 longer (%3 instead of %4), because %5.</source>
        <translation>%1：多 %2（%3，而不是 %4），因为%5。</translation>
    </message>
    <message>
        <source>%1: %2 less (%3 instead of %4), because %5.</source>
        <translation>%1：少 %2（%3，而不是 %4），因为%5。</translation>
    </message>
</context>
<context>
    <name>CommandWords</name>
    <message>
        <source>open load read choose import</source>
        <translation>打开 载入 读取 选择 导入</translation>
    </message>
    <message>
        <source>save write store export</source>
        <translation>保存 写入 存储 导出</translation>
    </message>
    <message>
        <source>delete remove clear discard</source>
        <translation>删除 移除 清除 丢弃</translation>
    </message>
    <message>
        <source>copy duplicate clone</source>
        <translation>复制 副本 克隆</translation>
    </message>
    <message>
        <source>settings preferences options configure</source>
        <translation>设置 首选项 选项 配置</translation>
    </message>
    <message>
        <source>find search filter</source>
        <translation>查找 搜索 筛选</translation>
    </message>
    <message>
        <source>run start search calculate</source>
        <translation>运行 开始 搜索 计算</translation>
    </message>
    <message>
        <source>stop cancel abort pause</source>
        <translation>停止 取消 中止 暂停</translation>
    </message>
    <message>
        <source>price prices cost money</source>
        <translation>价格 报价 成本 费用</translation>
    </message>
    <message>
        <source>limit budget most maximum</source>
        <translation>限制 预算 上限 最多</translation>
    </message>
    <message>
        <source>gpu card accelerator hardware node</source>
        <translation>GPU 显卡 加速卡 硬件 节点</translation>
    </message>
    <message>
        <source>model preset network</source>
        <translation>模型 预设 网络</translation>
    </message>
    <message>
        <source>theme dark light appearance</source>
        <translation>主题 深色 浅色 外观</translation>
    </message>
    <message>
        <source>text font size</source>
        <translation>文字 字体 字号</translation>
    </message>
    <message>
        <source>report pdf document print</source>
        <translation>报告 PDF 文档 打印</translation>
    </message>
    <message>
        <source>present slides presentation</source>
        <translation>演示 幻灯片 放映</translation>
    </message>
    <message>
        <source>keys shortcuts keyboard</source>
        <translation>按键 快捷键 键盘</translation>
    </message>
    <message>
        <source>new create add</source>
        <translation>新建 创建 添加</translation>
    </message>
</context>
<context>
    <name>Deployments</name>
    <message>
        <source>deployment</source>
        <translation>部署</translation>
    </message>
    <message>
        <source>A deployment is found for its traffic and promises: change those.</source>
        <translation>部署由流量与承诺决定：请修改它们。</translation>
    </message>
    <message>
        <source>the seconds that a GPU takes for an output token</source>
        <translation>一个 GPU 产出一个输出词元的秒数</translation>
    </message>
    <message>
        <source>Stopped early — best deployment so far</source>
        <translation>提前停止 — 目前最佳部署</translation>
    </message>
    <message>
        <source>Best of all deployments</source>
        <translation>所有部署中的最佳</translation>
    </message>
    <message>
        <source>Stopped early — nothing found yet</source>
        <translation>提前停止 — 尚无结果</translation>
    </message>
    <message>
        <source>No deployment keeps the promises</source>
        <translation>没有部署能兑现承诺</translation>
    </message>
    <message>
        <source>%1 per M tok</source>
        <translation>每百万词元 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 tok/s/GPU</source>
        <translation>%1 词元/秒/GPU</translation>
    </message>
    <message numerus="yes">
        <source>%n draft(s)</source>
        <comment>of speculation</comment>
        <translation>
            <numerusform>%n 个草拟词元</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <comment>replicas and their layout</comment>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>%1 prefill %2 + %3 decode %4</source>
        <comment>workers and their layout</comment>
        <translation>%1 预填充 %2 + %3 解码 %4</translation>
    </message>
    <message>
        <source>%1 × (%2)</source>
        <comment>replicas</comment>
        <translation>%1 ×（%2）</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <comment>a layout and its pool</comment>
        <translation>%2 上的 %1</translation>
    </message>
    <message>
        <source>memory bandwidth</source>
        <translation>显存带宽</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>launches</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>links</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>prefill</source>
        <translation>预填充</translation>
    </message>
    <message>
        <source>KV memory</source>
        <translation>KV 显存</translation>
    </message>
    <message>
        <source>host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>memory of the weights</source>
        <translation>权重的显存</translation>
    </message>
    <message>
        <source>time to first token</source>
        <translation>首词元时间</translation>
    </message>
    <message>
        <source>time per token</source>
        <translation>每词元时间</translation>
    </message>
    <message>
        <source>time of the whole answer</source>
        <translation>整个回答的时间</translation>
    </message>
    <message>
        <source>traffic</source>
        <translation>流量</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>products of weights</source>
        <translation>权重的乘积</translation>
    </message>
    <message>
        <source>attention of decoding</source>
        <translation>解码的注意力</translation>
    </message>
    <message>
        <source>attention of prompts</source>
        <translation>提示的注意力</translation>
    </message>
    <message>
        <source>experts</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>elementwise kernels</source>
        <translation>逐元素内核</translation>
    </message>
    <message>
        <source>output head</source>
        <translation>输出头</translation>
    </message>
    <message>
        <source>Weights and one request need %1 GiB of a GPU of %2 with %3, which has %4 GiB.</source>
        <translation>权重与一个请求在 %2 的一个 GPU 上以 %3 需要 %1 GiB，而其仅有 %4 GiB。</translation>
    </message>
    <message>
        <source>All machines serve %1 of the traffic&apos;s %2 within the promises; nearest comes %3 on %4.</source>
        <translation>全部机器在承诺之内可服务 %1，而流量为 %2；最接近的是 %4 上的 %3。</translation>
    </message>
    <message>
        <source>Most of a step goes to %1: %2.</source>
        <comment>part of a step and its time</comment>
        <translation>一步的大部分用于%1：%2。</translation>
    </message>
    <message>
        <source>%1 per million tokens</source>
        <translation>每百万词元 %1</translation>
    </message>
    <message>
        <source>%1 (%2 to %3)</source>
        <comment>a time and its band</comment>
        <translation>%1（%2 至 %3）</translation>
    </message>
    <message>
        <source>%1/M tokens</source>
        <comment>sign of a currency</comment>
        <translation>%1/百万词元</translation>
    </message>
    <message>
        <source>%1/h</source>
        <comment>sign of a currency</comment>
        <translation>%1/小时</translation>
    </message>
    <message>
        <source>queue</source>
        <translation>排队</translation>
    </message>
    <message>
        <source>prompt</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>chunks of the prompt</source>
        <translation>提示的分块</translation>
    </message>
    <message>
        <source>to the first token</source>
        <translation>至首词元</translation>
    </message>
    <message>
        <source>decoding</source>
        <translation>解码</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>keys and values</source>
        <translation>键与值</translation>
    </message>
    <message>
        <source>room for keys and values</source>
        <translation>键与值的空间</translation>
    </message>
    <message>
        <source>work space</source>
        <translation>工作空间</translation>
    </message>
    <message>
        <source>reserve</source>
        <translation>预留</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>GPUs that serve; in brackets those that are paid for where they are more.</source>
        <translation>提供服务的 GPU；括号内为付费的数目（若更多）。</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Whole nodes that it takes.</source>
        <translation>所占的整节点数。</translation>
    </message>
    <message>
        <source>TTFT</source>
        <translation>TTFT</translation>
    </message>
    <message>
        <source>Median time to the first token, queue included.</source>
        <translation>首词元时间的中位数，含排队。</translation>
    </message>
    <message>
        <source>TPOT</source>
        <translation>TPOT</translation>
    </message>
    <message>
        <source>Median time per output token after the first.</source>
        <translation>首个之后每个输出词元时间的中位数。</translation>
    </message>
    <message>
        <source>tok/s/user</source>
        <translation>词元/秒/用户</translation>
    </message>
    <message>
        <source>Tokens a second that one user reads.</source>
        <translation>一个用户每秒读到的词元数。</translation>
    </message>
    <message>
        <source>tok/s/GPU</source>
        <translation>词元/秒/GPU</translation>
    </message>
    <message>
        <source>Output tokens a second of a GPU.</source>
        <translation>一个 GPU 每秒的输出词元数。</translation>
    </message>
    <message>
        <source>Requests/s</source>
        <translation>请求/秒</translation>
    </message>
    <message>
        <source>Requests that are answered a second.</source>
        <translation>每秒回答的请求数。</translation>
    </message>
    <message>
        <source>Capacity/s</source>
        <translation>容量/秒</translation>
    </message>
    <message>
        <source>Requests a second that it serves within the promises.</source>
        <translation>承诺之内每秒可服务的请求数。</translation>
    </message>
    <message>
        <source>What a million output tokens cost.</source>
        <translation>百万输出词元的费用。</translation>
    </message>
    <message>
        <source>What an hour costs on the machines that are paid for.</source>
        <translation>所付费机器每小时的费用。</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批</translation>
    </message>
    <message>
        <source>Sequences that decode at once in a replica, on average.</source>
        <translation>一个副本中平均同时解码的序列数。</translation>
    </message>
    <message>
        <source>KV use</source>
        <translation>KV 占用</translation>
    </message>
    <message>
        <source>Share of the room for keys and values that is taken.</source>
        <translation>键与值空间的占用份额。</translation>
    </message>
    <message>
        <source>Binds</source>
        <translation>制约</translation>
    </message>
    <message>
        <source>What limits it.</source>
        <translation>其限制因素。</translation>
    </message>
    <message>
        <source>without end</source>
        <comment>a wait beyond what can be served</comment>
        <translation>无限长</translation>
    </message>
    <message>
        <source>none, as answers have one token</source>
        <translation>无，因为回答只有一个词元</translation>
    </message>
    <message>
        <source>The %1 is %2 for %3 of requests at best, %4 on %5, and %6 is promised.</source>
        <comment>a promise, what is reached, a share of requests, a layout, a pool, what is promised</comment>
        <translation>对 %3 的请求，%1 最好为 %2（%5 上的 %4），而承诺为 %6。</translation>
    </message>
    <message>
        <source>Also one request alone misses it.</source>
        <translation>单个请求也无法达到。</translation>
    </message>
    <message>
        <source>More nodes of one pool would not do.</source>
        <translation>增加任一资源池的节点都不够。</translation>
    </message>
    <message>
        <source>These machines would keep a promise of %1.</source>
        <comment>a time</comment>
        <translation>这些机器可兑现 %1 的承诺。</translation>
    </message>
    <message numerus="yes">
        <source>That is while %n copies have failed.</source>
        <translation>
            <numerusform>此时已有 %n 个副本发生故障。</numerusform>
        </translation>
    </message>
    <message>
        <source>With more its %1 is late first: %2.</source>
        <comment>a promise, a time</comment>
        <translation>更多时，其 %1 最先超出：%2。</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) of %1 in all would do, %2 more than the cluster has.</source>
        <translation>
            <numerusform>总共需要 %n 个 %1 节点，比集群现有的多 %2 个。</numerusform>
        </translation>
    </message>
    <message>
        <source>Without a spare copy these machines would do.</source>
        <translation>若不留备用副本，这些机器即可满足。</translation>
    </message>
    <message numerus="yes">
        <source>With %n spare copies these machines would do.</source>
        <translation>
            <numerusform>若留 %n 个备用副本，这些机器即可满足。</numerusform>
        </translation>
    </message>
    <message>
        <source>limit of sequences</source>
        <translation>序列数限制</translation>
    </message>
    <message>
        <source>%1 for prompts and %2 for answers</source>
        <comment>layouts of workers</comment>
        <translation>提示用 %1，回答用 %2</translation>
    </message>
    <message>
        <source>prefill</source>
        <comment>role of a GPU</comment>
        <translation>预填充</translation>
    </message>
    <message>
        <source>decode</source>
        <comment>role of a GPU</comment>
        <translation>解码</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>pool, role of its GPUs</comment>
        <translation>%1 · %2</translation>
    </message>
</context>
<context>
    <name>DescribedLayers</name>
    <message>
        <source>Heads</source>
        <translation>头数</translation>
    </message>
    <message>
        <source>KV heads</source>
        <translation>KV 头数</translation>
    </message>
    <message>
        <source>as heads</source>
        <translation>同注意力头数</translation>
    </message>
    <message>
        <source>Head size</source>
        <translation>头维度</translation>
    </message>
    <message>
        <source>hidden ÷ heads</source>
        <translation>隐藏维度 ÷ 头数</translation>
    </message>
    <message>
        <source>Window, in tokens</source>
        <translation>窗口（词元）</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Width of the convolution</source>
        <translation>卷积宽度</translation>
    </message>
    <message>
        <source>Rank of queries</source>
        <translation>查询的秩</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Rank of keys and values</source>
        <translation>键和值的秩</translation>
    </message>
    <message>
        <source>Head size without positions</source>
        <translation>不含位置的头维度</translation>
    </message>
    <message>
        <source>Head size with positions</source>
        <translation>含位置的头维度</translation>
    </message>
    <message>
        <source>Value head size</source>
        <translation>值的头维度</translation>
    </message>
    <message>
        <source>Heads of the indexer</source>
        <translation>索引器的头数</translation>
    </message>
    <message>
        <source>Head size of the indexer</source>
        <translation>索引器的头维度</translation>
    </message>
    <message>
        <source>Keys of a token</source>
        <translation>每词元的键数</translation>
    </message>
    <message>
        <source>Inner size</source>
        <translation>内部维度</translation>
    </message>
    <message>
        <source>State size</source>
        <translation>状态维度</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>Chunk, in tokens</source>
        <translation>块长（词元）</translation>
    </message>
    <message>
        <source>gated attention</source>
        <translation>门控注意力</translation>
    </message>
    <message>
        <source>latent attention</source>
        <translation>潜在注意力</translation>
    </message>
    <message>
        <source>sparse latent attention</source>
        <translation>稀疏潜在注意力</translation>
    </message>
    <message>
        <source>gated delta net</source>
        <translation>门控 Delta 网络</translation>
    </message>
    <message>
        <source>Key heads</source>
        <translation>键头数</translation>
    </message>
    <message>
        <source>Value heads</source>
        <translation>值头数</translation>
    </message>
    <message>
        <source>Key head size</source>
        <translation>键的头维度</translation>
    </message>
    <message>
        <source>Kimi delta attention</source>
        <translation>Kimi Delta 注意力</translation>
    </message>
    <message>
        <source>lightning attention</source>
        <translation>闪电注意力</translation>
    </message>
    <message>
        <source>Mamba 1</source>
        <translation>Mamba 1</translation>
    </message>
    <message>
        <source>Rank of the step</source>
        <translation>步长的秩</translation>
    </message>
    <message>
        <source>hidden ÷ 16</source>
        <translation>隐藏维度 ÷ 16</translation>
    </message>
    <message>
        <source>Mamba 2</source>
        <translation>Mamba 2</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>组数</translation>
    </message>
    <message>
        <source>short convolution</source>
        <translation>短卷积</translation>
    </message>
    <message>
        <source>gated recurrence</source>
        <translation>门控递归</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>隐藏维度</translation>
    </message>
    <message>
        <source>RWKV-7</source>
        <translation>RWKV-7</translation>
    </message>
    <message>
        <source>Rank of the decay</source>
        <translation>衰减的秩</translation>
    </message>
    <message>
        <source>Rank of the learning rate</source>
        <translation>学习率的秩</translation>
    </message>
    <message>
        <source>Rank of the value residual</source>
        <translation>值残差的秩</translation>
    </message>
    <message>
        <source>Rank of the gate</source>
        <translation>门控的秩</translation>
    </message>
    <message>
        <source>mLSTM</source>
        <translation>mLSTM</translation>
    </message>
    <message>
        <source>Width of keys</source>
        <translation>键的宽度</translation>
    </message>
    <message>
        <source>Width of values</source>
        <translation>值的宽度</translation>
    </message>
    <message>
        <source>no mixer of tokens</source>
        <translation>无词元混合</translation>
    </message>
    <message>
        <source>MLP size</source>
        <translation>MLP 维度</translation>
    </message>
    <message>
        <source>gated MLP</source>
        <translation>门控 MLP</translation>
    </message>
    <message>
        <source>plain MLP</source>
        <translation>普通 MLP</translation>
    </message>
    <message>
        <source>experts</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>专家数</translation>
    </message>
    <message>
        <source>Experts of a token</source>
        <translation>每词元专家数</translation>
    </message>
    <message>
        <source>MLP size of an expert</source>
        <translation>专家的 MLP 维度</translation>
    </message>
    <message>
        <source>MLP size of the shared expert</source>
        <translation>共享专家的 MLP 维度</translation>
    </message>
    <message>
        <source>no mixer of channels</source>
        <translation>无通道混合</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <comment>layers, their kinds of mixers</comment>
        <translation>%1 × %2</translation>
    </message>
</context>
<context>
    <name>DescribedModel</name>
    <message>
        <source>Layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>Hidden size</source>
        <translation>隐藏维度</translation>
    </message>
    <message>
        <source>Attention heads</source>
        <translation>注意力头数</translation>
    </message>
    <message>
        <source>KV heads</source>
        <translation>KV 头数</translation>
    </message>
    <message>
        <source>as heads</source>
        <translation>同注意力头数</translation>
    </message>
    <message>
        <source>Head size</source>
        <translation>头维度</translation>
    </message>
    <message>
        <source>hidden ÷ heads</source>
        <translation>隐藏维度 ÷ 头数</translation>
    </message>
    <message>
        <source>MLP size</source>
        <translation>MLP 维度</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>词表</translation>
    </message>
    <message>
        <source>Longest sequence</source>
        <translation>最长序列</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>专家数</translation>
    </message>
    <message>
        <source>Experts of a token</source>
        <translation>每词元专家数</translation>
    </message>
    <message>
        <source>MLP size of an expert</source>
        <translation>专家的 MLP 维度</translation>
    </message>
    <message>
        <source>MLP size of the shared expert</source>
        <translation>共享专家的 MLP 维度</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Dense layers at the start</source>
        <translation>开头的稠密层数</translation>
    </message>
</context>
<context>
    <name>Drop</name>
    <message>
        <source>Only files of this machine can be dropped.</source>
        <translation>只能放入本机的文件。</translation>
    </message>
    <message>
        <source>%1 does not exist.</source>
        <translation>%1 不存在。</translation>
    </message>
    <message>
        <source>%1 is neither a model nor a plan.</source>
        <translation>%1 既不是模型也不是方案。</translation>
    </message>
    <message>
        <source>Drop one file at a time, or several models.</source>
        <translation>一次只能放入一个文件，或多个模型。</translation>
    </message>
</context>
<context>
    <name>EvidenceWords</name>
    <message>
        <source>%1 (%2)</source>
        <comment>device, what its predictions rest on</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>measured</source>
        <comment>what a prediction rests on</comment>
        <translation>已实测</translation>
    </message>
    <message>
        <source>sibling</source>
        <comment>what a prediction rests on</comment>
        <translation>同类实测</translation>
    </message>
    <message>
        <source>tables</source>
        <comment>what a prediction rests on</comment>
        <translation>仅内核表</translation>
    </message>
    <message>
        <source>datasheet</source>
        <comment>what a prediction rests on</comment>
        <translation>仅数据手册</translation>
    </message>
    <message>
        <source>Measured: runs of this GPU generation with this software were published, and the constants were fitted to them.</source>
        <translation>实测：这一代 GPU 使用该软件的运行已有公布，常数据此拟合。</translation>
    </message>
    <message>
        <source>Not measured together: runs of this GPU generation with other software were, or of this software on other GPUs. The band is wider.</source>
        <translation>未一起实测：只有这一代 GPU 使用其他软件的运行，或该软件在其他 GPU 上的运行。区间更宽。</translation>
    </message>
    <message>
        <source>Not measured: only times of single kernels stand behind its predictions, its own or those of a sibling. The band is wider.</source>
        <translation>未实测：预测只依据单个内核的时间，来自它自己或同代型号。区间更宽。</translation>
    </message>
    <message>
        <source>Not measured: only its datasheet stands behind its predictions. The band is the widest.</source>
        <translation>未实测：预测只依据其数据手册。区间最宽。</translation>
    </message>
    <message numerus="yes">
        <source>%n types of GPU were not measured</source>
        <translation>
            <numerusform>有 %n 种 GPU 未实测</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 not measured</source>
        <comment>one or two types of GPU</comment>
        <translation>%1 未实测</translation>
    </message>
    <message>
        <source>The proof compares predictions, and nobody measured this software on %1: a measured run may change who is first.</source>
        <translation>证明比较的是预测，而该软件在 %1 上无人实测：实测运行可能改变谁排第一。</translation>
    </message>
</context>
<context>
    <name>Glossary</name>
    <message>
        <source>TP: tensor parallelism</source>
        <translation>TP：张量并行</translation>
    </message>
    <message>
        <source>Every matrix of a layer is split over TP GPUs, which exchange activations twice in each pass of a layer. It saves memory and time but needs a fast link, so it usually stays inside a node.</source>
        <translation>每层的各个矩阵分到 TP 个 GPU 上，它们在一层的每次传播中交换两次激活值。节省显存和时间，但需要快速链路，因此通常留在一个节点之内。</translation>
    </message>
    <message>
        <source>4·8: mixed tensor parallelism</source>
        <translation>4·8：混合张量并行</translation>
    </message>
    <message>
        <source>Two or more numbers joined by a dot are the tensor parallelism of successive pipeline stages: 4·8 is TP 4 on the first stages and TP 8 on the later ones. It occurs where stages run on GPUs of different types.</source>
        <translation>用点连接的两个或更多数字是相继流水线阶段的张量并行度：4·8 表示前面的阶段为 TP 4，后面的阶段为 TP 8。当各阶段运行在不同类型的 GPU 上时出现。</translation>
    </message>
    <message>
        <source>PP: pipeline parallelism</source>
        <translation>PP：流水线并行</translation>
    </message>
    <message>
        <source>The layers are divided into PP stages on different GPUs. Micro-batches flow through the stages one after the other; while a stage waits for its neighbours, a bubble arises.</source>
        <translation>各层分成 PP 个阶段，位于不同的 GPU 上。微批次依次流过各阶段；一个阶段等待相邻阶段时产生气泡。</translation>
    </message>
    <message>
        <source>DP: data parallelism</source>
        <translation>DP：数据并行</translation>
    </message>
    <message>
        <source>DP replicas of the model work on different sequences of the batch. Their gradients are summed once a step.</source>
        <translation>模型的 DP 个副本处理批次中不同的序列，每步对它们的梯度求和一次。</translation>
    </message>
    <message>
        <source>CP: context parallelism</source>
        <translation>CP：上下文并行</translation>
    </message>
    <message>
        <source>Each sequence is split over CP GPUs, which pass keys and values around for attention. It makes long sequences fit into memory.</source>
        <translation>每个序列分到 CP 个 GPU 上，它们为注意力传递键和值。使长序列能放入显存。</translation>
    </message>
    <message>
        <source>EP: expert parallelism</source>
        <translation>EP：专家并行</translation>
    </message>
    <message>
        <source>The experts of a mixture-of-experts layer are spread over EP GPUs. Tokens travel to their experts and back by all-to-all exchanges.</source>
        <translation>混合专家层的专家分布在 EP 个 GPU 上。词元通过 all-to-all 交换到达其专家并返回。</translation>
    </message>
    <message>
        <source>ETP: expert-tensor parallelism</source>
        <translation>ETP：专家张量并行</translation>
    </message>
    <message>
        <source>The matrices of one expert are split over ETP GPUs.</source>
        <translation>一个专家的矩阵分到 ETP 个 GPU 上。</translation>
    </message>
    <message>
        <source>VP: virtual pipeline</source>
        <translation>VP：虚拟流水线</translation>
    </message>
    <message>
        <source>Each stage holds VP separate chunks of layers instead of one, and a micro-batch passes the stages VP times. The bubble shrinks by that factor; there are more transfers.</source>
        <translation>每个阶段持有 VP 个分开的层块而不是一个，微批次经过各阶段 VP 次。气泡按此倍数缩小，传输更多。</translation>
    </message>
    <message>
        <source>SP: sequence parallelism</source>
        <translation>SP：序列并行</translation>
    </message>
    <message>
        <source>Parts of a layer that tensor parallelism does not split, such as norms, are split along the sequence over the same GPUs. It saves activation memory at no extra traffic.</source>
        <translation>层中张量并行不切分的部分（如归一化）沿序列切分到相同的 GPU 上。节省激活值显存，不增加通信。</translation>
    </message>
    <message>
        <source>mbs: micro-batch</source>
        <translation>mbs：微批次</translation>
    </message>
    <message>
        <source>The number of sequences that a replica processes at a time. A step of a replica is global batch ÷ (DP × mbs) micro-batches. Larger ones make products more efficient and take more memory; fewer of them make the bubble larger.</source>
        <translation>一个副本一次处理的序列数。一个副本的一步有全局批次 ÷（DP × mbs）个微批次。较大的微批次使乘法更高效但占用更多显存；微批次数较少会使气泡变大。</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>全局批次</translation>
    </message>
    <message>
        <source>The sequences of one training step, over all replicas and micro-batches.</source>
        <translation>一个训练步的序列，包括所有副本和微批次。</translation>
    </message>
    <message>
        <source>Replica</source>
        <translation>副本</translation>
    </message>
    <message>
        <source>One complete copy of the model, spread over TP × PP GPUs (times CP). There are DP of them.</source>
        <translation>模型的一份完整拷贝，分布在 TP × PP 个 GPU 上（再乘以 CP）。共有 DP 份。</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>The consecutive layers that one rank of the pipeline holds, and the GPUs that hold them. Written S1, S2 and so on.</source>
        <translation>流水线的一个 rank 持有的连续各层以及持有它们的 GPU。写作 S1、S2……</translation>
    </message>
    <message>
        <source>ZeRO stage</source>
        <translation>ZeRO 级别</translation>
    </message>
    <message>
        <source>What is sharded over the replicas instead of being kept by each: 0 nothing, 1 optimizer state, 2 also gradients, 3 also weights (as FSDP does). Higher stages save memory and need more traffic.</source>
        <translation>在副本之间分片而不是各自保留的内容：0 无，1 优化器状态，2 还有梯度，3 还有权重（如 FSDP）。级别越高越省显存，通信越多。</translation>
    </message>
    <message>
        <source>ZeRO group size (HSDP)</source>
        <translation>ZeRO 组大小（HSDP）</translation>
    </message>
    <message>
        <source>Hybrid sharding: state is sharded inside groups of this many ranks, usually of one node, and repeated in every group. Traffic of weights stays on the fast links.</source>
        <translation>混合分片：状态在这么多 rank 的组内（通常为一个节点）分片，并在每个组中重复。权重的通信留在快速链路上。</translation>
    </message>
    <message>
        <source>Pipeline schedule</source>
        <translation>流水线调度</translation>
    </message>
    <message>
        <source>The order in which a stage works on the forward and backward passes of its micro-batches. It decides the bubble and how many activations are held.</source>
        <translation>阶段处理各微批次前向和反向传播的顺序。它决定气泡以及保留多少激活值。</translation>
    </message>
    <message>
        <source>1F1B schedule</source>
        <translation>1F1B 调度</translation>
    </message>
    <message>
        <source>One forward, one backward: after filling the pipeline each stage alternates between them, so that it holds activations of at most as many micro-batches as there are stages.</source>
        <translation>一次前向，一次反向：填满流水线后每个阶段在两者之间交替，因此最多保留与阶段数相同数量微批次的激活值。</translation>
    </message>
    <message>
        <source>Interleaved schedule</source>
        <translation>交错调度</translation>
    </message>
    <message>
        <source>1F1B over a virtual pipeline: stages hold several chunks of layers.</source>
        <translation>虚拟流水线上的 1F1B：各阶段持有多个层块。</translation>
    </message>
    <message>
        <source>GPipe schedule</source>
        <translation>GPipe 调度</translation>
    </message>
    <message>
        <source>All forward passes first, then all backward passes. Simple, with activations of all micro-batches in memory.</source>
        <translation>先完成所有前向传播，再完成所有反向传播。简单，但显存中保留所有微批次的激活值。</translation>
    </message>
    <message>
        <source>ZB-H1 schedule (zb-h1)</source>
        <translation>ZB-H1 调度（zb-h1）</translation>
    </message>
    <message>
        <source>A zero-bubble schedule: the backward pass is split into gradients of inputs and gradients of weights (W), and the latter fill part of the bubble with the memory of 1F1B.</source>
        <translation>零气泡调度：反向传播分为输入的梯度和权重的梯度（W），后者以 1F1B 的显存填充部分气泡。</translation>
    </message>
    <message>
        <source>ZB-V schedule (zb-v)</source>
        <translation>ZB-V 调度（zb-v）</translation>
    </message>
    <message>
        <source>A zero-bubble schedule in which each stage holds two chunks of layers, one on the way down the pipeline and one on the way back, so that the model runs like a V. Almost no bubble where passes take equally long.</source>
        <translation>零气泡调度：每个阶段持有两个层块，一个在流水线的去程，一个在回程，因此模型像 V 一样运行。各次传播用时相同时几乎没有气泡。</translation>
    </message>
    <message>
        <source>Pipeline bubble</source>
        <translation>流水线气泡</translation>
    </message>
    <message>
        <source>The part of a step in which the stage that ends it waits for other stages: filling and draining the pipeline, about (PP − 1) ÷ (micro-batches × VP) of the compute time, and stages that are not equally fast.</source>
        <translation>一步中结束该步的阶段等待其他阶段的部分：填充和排空流水线，约为计算时间的（PP − 1）÷（微批次数 × VP），以及快慢不一的阶段。</translation>
    </message>
    <message>
        <source>Recompute (activation checkpointing)</source>
        <translation>重计算（激活检查点）</translation>
    </message>
    <message>
        <source>Activations are dropped after the forward pass and computed again in the backward pass. Selective: of attention alone; full: of whole layers, as many as memory requires.</source>
        <translation>前向传播后丢弃激活值，并在反向传播中重新计算。选择性：仅注意力；完全：整层，按显存需要的层数。</translation>
    </message>
    <message>
        <source>Offload</source>
        <translation>卸载</translation>
    </message>
    <message>
        <source>Optimizer state or activations are kept in the memory of the host. Saves GPU memory, costs traffic over PCIe.</source>
        <translation>优化器状态或激活值保存在主机内存中。节省显存，占用 PCIe 通信。</translation>
    </message>
    <message>
        <source>Memory, % of limit</source>
        <translation>显存，占上限的百分比</translation>
    </message>
    <message>
        <source>The most that the fullest GPU holds at any time, in % of the limit. The limit is the capacity of the GPU less the headroom, so 100 % is exactly what is allowed, not a full GPU.</source>
        <translation>最满的 GPU 在任何时刻占用的最大显存，以上限的百分比表示。上限为 GPU 容量减去余量，因此 100 % 恰好是允许的值，而不是装满的 GPU。</translation>
    </message>
    <message>
        <source>Memory headroom</source>
        <translation>显存余量</translation>
    </message>
    <message>
        <source>The share of every GPU&apos;s memory that a strategy has to leave free.</source>
        <translation>策略必须在每个 GPU 的显存中留出的份额。</translation>
    </message>
    <message>
        <source>MFU: model FLOPs utilisation</source>
        <translation>MFU：模型 FLOPs 利用率</translation>
    </message>
    <message>
        <source>The arithmetic that the model needs, without recomputation, divided by what the peak rate of the GPUs used would allow in the same time.</source>
        <translation>模型所需的运算量（不含重计算）除以所用 GPU 的峰值算力在同一时间内能完成的运算量。</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>Training throughput: tokens of the global batch divided by the step.</source>
        <translation>训练吞吐量：全局批次的词元数除以步时间。</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>One pass of a global batch: forward, backward, reduction of gradients, optimizer.</source>
        <translation>处理一个全局批次：前向、反向、梯度规约、优化器。</translation>
    </message>
    <message>
        <source>Cost per 1T tokens</source>
        <translation>每 1T 词元费用</translation>
    </message>
    <message>
        <source>Cost per hour × 10¹² ÷ (tokens per second × 3600), without failures.</source>
        <translation>每小时费用 × 10¹² ÷（每秒词元数 × 3600），不计故障。</translation>
    </message>
    <message>
        <source>80 % band</source>
        <translation>80 % 区间</translation>
    </message>
    <message>
        <source>Four of five measured runs of this kind lay in this range around their prediction.</source>
        <translation>此类实测运行中，五次有四次落在其预测值周围的这一范围内。</translation>
    </message>
    <message>
        <source>Goodput</source>
        <translation>有效产出率</translation>
    </message>
    <message>
        <source>The share of the hours that makes progress when failures, restarts and checkpoints are counted.</source>
        <translation>计入故障、重启和检查点后，有进展的小时所占的份额。</translation>
    </message>
    <message>
        <source>Exposed traffic, overlap</source>
        <translation>未掩盖的通信、重叠</translation>
    </message>
    <message>
        <source>Communication that runs at the same time as compute is overlapped and costs little. What the GPUs have to wait for is exposed; only that stands in the parts of a step.</source>
        <translation>与计算同时进行的通信是重叠的，代价很小。GPU 必须等待的通信是未掩盖的；只有后者计入一步的各部分。</translation>
    </message>
    <message>
        <source>Other (part of a step)</source>
        <translation>其他（一步的一部分）</translation>
    </message>
    <message>
        <source>What is in none of the named parts: waiting for the host to launch kernels, the fixed host time of a step, waiting for offloaded activations, and rounding of the schedule.</source>
        <translation>不属于任何已命名部分的时间：等待主机启动内核、每步固定的主机时间、等待卸载的激活值，以及调度的取整。</translation>
    </message>
    <message>
        <source>Critical path</source>
        <translation>关键路径</translation>
    </message>
    <message>
        <source>The chain of operations and transfers that sets the length of the step: shortening anything outside of it changes nothing.</source>
        <translation>决定步长的一连串操作和传输：缩短其外的任何内容都不会改变步时间。</translation>
    </message>
    <message>
        <source>Bound</source>
        <translation>界</translation>
    </message>
    <message>
        <source>A value that no strategy can beat, proven so far by the search.</source>
        <translation>搜索至今已证明的、任何策略都无法超越的值。</translation>
    </message>
    <message>
        <source>Gap</source>
        <translation>差距</translation>
    </message>
    <message>
        <source>|bound − best| ÷ |best|: how much better any other strategy could still be. 0 % means that the best is proven.</source>
        <translation>|界 − 最佳| ÷ |最佳|：其他策略最多还能好多少。0 % 表示最佳已得到证明。</translation>
    </message>
    <message>
        <source>Pruned</source>
        <translation>已剪枝</translation>
    </message>
    <message>
        <source>Strategies that were ruled out without being evaluated one by one: by a rule, a limit, memory or the bound.</source>
        <translation>未逐一评估就被排除的策略：由规则、限制、显存或界排除。</translation>
    </message>
    <message>
        <source>Pareto frontier</source>
        <translation>帕累托前沿</translation>
    </message>
    <message>
        <source>The strategies that no other beats in both speed and cost. Every other one is dominated: there is one at least as fast and as cheap, and better in one of the two.</source>
        <translation>没有其他策略在速度和费用上都更好的策略。其余策略都被支配：存在一个至少同样快、同样便宜，且其中一项更好的策略。</translation>
    </message>
    <message>
        <source>Δ best, Δ pinned</source>
        <translation>Δ 最佳、Δ 固定</translation>
    </message>
    <message>
        <source>The difference from the best strategy, or from the one pinned last, in what the goal counts.</source>
        <translation>与最佳策略或最后固定的策略相比，在目标所计量上的差异。</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>基准</translation>
    </message>
    <message>
        <source>The scenario that the others are compared with.</source>
        <translation>与其他方案进行比较的情景。</translation>
    </message>
    <message>
        <source>Break-even, sensitivity</source>
        <translation>盈亏平衡、敏感性</translation>
    </message>
    <message>
        <source>The sensitivity changes one value at a time. A break-even is the value at which another ranked strategy becomes better than #1.</source>
        <translation>敏感性分析每次改变一个值。盈亏平衡点是另一个上榜策略优于第 1 名时的值。</translation>
    </message>
    <message>
        <source>HAP: distributed program</source>
        <translation>HAP：分布式程序</translation>
    </message>
    <message>
        <source>One program for GPUs of unequal speed, after HAP (EuroSys 2024): each tensor is sharded in unequal shares, so that fast GPUs compute more and all finish together. Collectives are inserted where shards have to meet.</source>
        <translation>面向速度不等的 GPU 的单个程序，源自 HAP（EuroSys 2024）：每个张量按不等份额分片，使快的 GPU 多算、所有 GPU 同时完成。在分片需要汇合处插入集合通信。</translation>
    </message>
    <message>
        <source>Collectives: all-reduce, all-gather, …</source>
        <translation>集合通信：all-reduce、all-gather……</translation>
    </message>
    <message>
        <source>Operations of a group of GPUs. All-reduce: all get the sum. Reduce-scatter: each gets a part of the sum. All-gather: all get every part. All-to-all: each sends a part to each.</source>
        <translation>一组 GPU 的操作。All-reduce：所有 GPU 得到总和。Reduce-scatter：各得总和的一部分。All-gather：各得所有部分。All-to-all：各向每个 GPU 发送一部分。</translation>
    </message>
    <message>
        <source>Scale-up domain</source>
        <translation>纵向扩展域</translation>
    </message>
    <message>
        <source>The GPUs joined by the fast link, such as NVLink: those of a node, or of a rack in an NVL72.</source>
        <translation>由快速链路（如 NVLink）连接的 GPU：一个节点的，或 NVL72 中一个机架的。</translation>
    </message>
    <message>
        <source>In-network reduction (SHARP)</source>
        <translation>网络内规约（SHARP）</translation>
    </message>
    <message>
        <source>Switches sum gradients on their way, so that they cross the network once.</source>
        <translation>交换机在途中对梯度求和，使其只穿过网络一次。</translation>
    </message>
    <message>
        <source>MoE: mixture of experts</source>
        <translation>MoE：混合专家</translation>
    </message>
    <message>
        <source>A layer with many MLPs (experts), of which each token uses a few. Active parameters are those that one token uses.</source>
        <translation>含有许多 MLP（专家）的层，每个词元只用其中几个。激活参数是一个词元所用的参数。</translation>
    </message>
    <message>
        <source>Expert load imbalance</source>
        <translation>专家负载不均</translation>
    </message>
    <message>
        <source>Tokens of the fullest expert rank divided by the mean; 1 is perfectly balanced routing.</source>
        <translation>最满的专家 rank 的词元数除以平均值；1 表示路由完全均衡。</translation>
    </message>
    <message>
        <source>Cost basis: rent, buy, own</source>
        <translation>费用口径：租用、购买、自有</translation>
    </message>
    <message>
        <source>Rent: a price per GPU-hour. Buy: the purchase price less the residual value over the service life, plus power and hosting. Own: power and hosting alone, as the hardware is paid for.</source>
        <translation>租用：每 GPU 小时价格。购买：购买价减去残值后分摊到使用年限，加上电力和托管。自有：仅电力和托管，因为硬件已付清。</translation>
    </message>
    <message>
        <source>Utilisation (hours in use)</source>
        <translation>利用率（使用的小时）</translation>
    </message>
    <message>
        <source>The share of all hours in which bought hardware works. What it costs is divided by these hours. Not to be confused with MFU.</source>
        <translation>所购硬件工作的小时占全部小时的份额，其费用除以这些小时。勿与 MFU 混淆。</translation>
    </message>
    <message>
        <source>PUE: power usage effectiveness</source>
        <translation>PUE：电能使用效率</translation>
    </message>
    <message>
        <source>Power of the whole facility, with cooling, divided by the power of the machines.</source>
        <translation>整个设施（含制冷）的功率除以机器的功率。</translation>
    </message>
    <message>
        <source>Residual value</source>
        <translation>残值</translation>
    </message>
    <message>
        <source>The share of the purchase price that is left after the service life.</source>
        <translation>使用年限之后剩余的购买价份额。</translation>
    </message>
    <message>
        <source>Looped breadth-first schedule (looped-bfs)</source>
        <translation>循环广度优先调度 (looped-bfs)</translation>
    </message>
    <message>
        <source>Stages hold several chunks of layers and take all micro-batches through one chunk before they turn to the next: the short bubble of an interleaved schedule, with activations of all micro-batches in memory. It is searched where the question names it.</source>
        <translation>各阶段持有多个层块，让所有微批次先通过同一层块，再转到下一块：气泡与交错调度一样短，但所有微批次的激活值都保留在显存中。仅当问题指明它时才搜索。</translation>
    </message>
</context>
<context>
    <name>Groups</name>
    <message>
        <source>1 GPU</source>
        <translation>1 块 GPU</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <comment>groups and what each does inside</comment>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>groups</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>Groups: %1</source>
        <translation>分组：%1</translation>
    </message>
    <message>
        <source>A program on groups has a layout and a share for each pool: they are found together. Choose a strategy to begin with.</source>
        <translation>分组程序包含布局以及每个资源池的份额，二者一并求得。请先选择一个策略。</translation>
    </message>
    <message>
        <source>Groups of equal GPUs with an inner layout; batch and state are shared out unevenly</source>
        <translation>由相同 GPU 组成的组，组内有各自的布局；批次与状态不均等地分配</translation>
    </message>
    <message>
        <source>%1, stage %2</source>
        <comment>pool and number</comment>
        <translation>%1，阶段 %2</translation>
    </message>
    <message>
        <source>the last group&apos;s work and the exchange of gradients and weights between all</source>
        <translation>最后一组的工作，以及所有组之间梯度和权重的交换</translation>
    </message>
    <message>
        <source>Runtimes start one layout for all GPUs: none of them takes unequal groups.</source>
        <translation>运行时以同一布局启动所有 GPU：没有运行时接受不均等的组。</translation>
    </message>
    <message>
        <source>%1 tokens/s, a step in %2, %3 for 10¹² tokens</source>
        <translation>%1 词元/秒，一步用时 %2，10¹² 词元 %3</translation>
    </message>
    <message>
        <source>The best program on groups is %1 slower: %2.</source>
        <translation>最佳的分组程序慢 %1：%2。</translation>
    </message>
    <message>
        <source>A program on groups is as fast: %1.</source>
        <translation>分组程序一样快：%1。</translation>
    </message>
    <message>
        <source>A program on groups is %1 faster: %2. By the goal of the plan it ranks behind.</source>
        <translation>分组程序快 %1：%2。按方案的目标，它排在后面。</translation>
    </message>
</context>
<context>
    <name>IterationPainter</name>
    <message>
        <source>%1 %2, %3 busy</source>
        <comment>number of GPUs, pool, share of the iteration</comment>
        <translation>%1 × %2，忙碌 %3</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>need no GPU</source>
        <translation>无需 GPU</translation>
    </message>
    <message>
        <source>Memory of the fullest GPU of each set; dashed: what a plan may use</source>
        <translation>每组中最满的 GPU 的显存；虚线：方案可用的上限</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>decides how long the iteration is</source>
        <translation>决定迭代的长短</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>bytes held, bytes that may be used</comment>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>LaunchText</name>
    <message>
        <source>Export launch settings</source>
        <translation>导出启动设置</translation>
    </message>
    <message>
        <source>Nothing was written.</source>
        <translation>未写入任何内容。</translation>
    </message>
    <message>
        <source>Arguments (%1)</source>
        <translation>参数 (%1)</translation>
    </message>
    <message>
        <source>Python (%1)</source>
        <translation>Python (%1)</translation>
    </message>
    <message>
        <source>Configuration (%1)</source>
        <translation>配置 (%1)</translation>
    </message>
    <message>
        <source>Setting: %1</source>
        <translation>设置：%1</translation>
    </message>
    <message>
        <source>Condition: %1</source>
        <translation>条件：%1</translation>
    </message>
    <message>
        <source>%1 at %2 (%3)</source>
        <comment>repository, commit, date</comment>
        <translation>%1，%2（%3）</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>来源：%1</translation>
    </message>
    <message>
        <source>Source: %1, %2</source>
        <translation>来源：%1，%2</translation>
    </message>
</context>
<context>
    <name>LinkItem</name>
    <message>
        <source>%1 · limits</source>
        <comment>bandwidth of a link</comment>
        <translation>%1 · 受限</translation>
    </message>
</context>
<context>
    <name>Messages</name>
    <message>
        <source>Can&apos;t read %1.</source>
        <translation>无法读取 %1。</translation>
    </message>
    <message>
        <source>%2: found “%3” where %4 belongs. Correct the line and open the file again.</source>
        <translation>%2：应为 %4 之处出现了“%3”。请更正该行后重新打开文件。</translation>
    </message>
    <message>
        <source>%1 lacks a field that sizes the model.</source>
        <translation>%1 缺少决定模型规模的字段。</translation>
    </message>
    <message>
        <source>%1 has a value that no model can have.</source>
        <translation>%1 含有任何模型都不可能有的值。</translation>
    </message>
    <message>
        <source>%2: %3 is not possible. Use %4.</source>
        <translation>%2：%3 不可行。请使用 %4。</translation>
    </message>
    <message>
        <source>“%3” models are not supported yet.</source>
        <translation>尚不支持“%3”模型。</translation>
    </message>
    <message>
        <source>%1, %2: there is no rule for the tensors of “%3”. Supported are dense and MoE decoder transformers, BERT, ViT and T5. Use %4.</source>
        <translation>%1，%2：没有针对“%3”张量的规则。支持稠密与 MoE 解码器 Transformer、BERT、ViT 和 T5。请使用 %4。</translation>
    </message>
    <message>
        <source>%1 has a part that is not supported yet.</source>
        <translation>%1 有一部分尚不支持。</translation>
    </message>
    <message>
        <source>%2: “%3” can&apos;t be planned yet. Use %4.</source>
        <translation>%2：尚不能规划“%3”。请使用 %4。</translation>
    </message>
    <message>
        <source>The weights list of %1 is damaged.</source>
        <translation>%1 的权重清单已损坏。</translation>
    </message>
    <message>
        <source>%2: found %3. Fetch the file again; it needs %4.</source>
        <translation>%2：得到 %3。请重新获取该文件；它需要 %4。</translation>
    </message>
    <message>
        <source>The weights of %1 don&apos;t add up to its configuration.</source>
        <translation>%1 的权重与其配置不符。</translation>
    </message>
    <message>
        <source>%2: found %3, but the configuration gives %4. Check that both files belong to one model.</source>
        <translation>%2：得到 %3，而按配置应为 %4。请检查两个文件是否属于同一模型。</translation>
    </message>
    <message>
        <source>There is no model “%3”.</source>
        <translation>没有模型“%3”。</translation>
    </message>
    <message>
        <source>%1 is neither a file, a folder nor a built-in model. Use %4, or name a config.json.</source>
        <translation>%1 不是文件、文件夹，也不是内置模型。请使用 %4，或指定一个 config.json。</translation>
    </message>
    <message>
        <source>%1 has a key that is not known.</source>
        <translation>%1 含有未知的键。</translation>
    </message>
    <message>
        <source>%2: “%3” means nothing here. Use %4, or remove the key.</source>
        <translation>%2：“%3”在此处没有意义。请使用 %4，或删除该键。</translation>
    </message>
    <message>
        <source>%1 has a key twice.</source>
        <translation>%1 中有重复的键。</translation>
    </message>
    <message>
        <source>%2: “%3” stands more than once in one object. Keep one and remove the other.</source>
        <translation>%2：“%3”在一个对象中出现了多次。请保留一个并删除其余。</translation>
    </message>
    <message>
        <source>%1 is not complete.</source>
        <translation>%1 不完整。</translation>
    </message>
    <message>
        <source>%2: found %3. Add %4.</source>
        <translation>%2：得到 %3。请添加 %4。</translation>
    </message>
    <message>
        <source>%1 has a value of the wrong kind.</source>
        <translation>%1 中有类型错误的值。</translation>
    </message>
    <message>
        <source>%2: found “%3”. Use %4.</source>
        <translation>%2：得到“%3”。请使用 %4。</translation>
    </message>
    <message>
        <source>%1 has a value that can&apos;t be used.</source>
        <translation>%1 中有不可用的值。</translation>
    </message>
    <message>
        <source>%2: “%3” is not allowed. Use %4.</source>
        <translation>%2：不允许“%3”。请使用 %4。</translation>
    </message>
    <message>
        <source>%1 is not valid JSON.</source>
        <translation>%1 不是有效的 JSON。</translation>
    </message>
    <message>
        <source>%2: found “%3” where %4 belongs. Correct the line and try again.</source>
        <translation>%2：应为 %4 之处出现了“%3”。请更正该行后重试。</translation>
    </message>
    <message>
        <source>%1 names a GPU that is not in the catalogue.</source>
        <translation>%1 指定的 GPU 不在目录中。</translation>
    </message>
    <message>
        <source>%2: “%3” is no known GPU type. Use %4, or add it to your own types.</source>
        <translation>%2：“%3”不是已知的 GPU 类型。请使用 %4，或将其加入您自己的类型。</translation>
    </message>
    <message>
        <source>%1 names a node that is not in the catalogue.</source>
        <translation>%1 指定的节点不在目录中。</translation>
    </message>
    <message>
        <source>%2: “%3” is no known node type. Use %4, or add it to your own types.</source>
        <translation>%2：“%3”不是已知的节点类型。请使用 %4，或将其加入您自己的类型。</translation>
    </message>
    <message>
        <source>%1 needs a network figure.</source>
        <translation>%1 需要网络数据。</translation>
    </message>
    <message>
        <source>%2: no open source states the network of “%3”. Add %4, in GB/s of a whole node.</source>
        <translation>%2：没有公开来源给出“%3”的网络。请添加 %4，单位为整个节点的 GB/s。</translation>
    </message>
    <message>
        <source>%1 has pools that are not connected.</source>
        <translation>%1 中有未连接的资源池。</translation>
    </message>
    <message>
        <source>%1 has two pools of one name.</source>
        <translation>%1 中有两个同名的资源池。</translation>
    </message>
    <message>
        <source>%2: “%3” is taken already. Give each pool an id of its own.</source>
        <translation>%2：“%3”已被占用。请给每个资源池各自的标识。</translation>
    </message>
    <message>
        <source>%1 names a pool that the cluster does not have.</source>
        <translation>%1 指定了集群中没有的资源池。</translation>
    </message>
    <message>
        <source>%2: there is no pool “%3”. Use %4.</source>
        <translation>%2：没有资源池“%3”。请使用 %4。</translation>
    </message>
    <message>
        <source>%1 has no hardware.</source>
        <translation>%1 没有硬件。</translation>
    </message>
    <message>
        <source>%2: found %3. Add a pool with a node or GPU type and a count.</source>
        <translation>%2：得到 %3。请添加一个含节点或 GPU 类型及数量的资源池。</translation>
    </message>
    <message>
        <source>%1 needs a value that the catalogue does not know.</source>
        <translation>%1 需要一个目录中没有的值。</translation>
    </message>
    <message>
        <source>%2: no open source states it for “%3”. Add %4 to the cluster or to your own types.</source>
        <translation>%2：没有公开来源给出“%3”的该值。请将 %4 加入集群或您自己的类型。</translation>
    </message>
    <message>
        <source>%1 has a batch that the GPUs can&apos;t share.</source>
        <translation>%1 的批次无法由这些 GPU 分担。</translation>
    </message>
    <message>
        <source>%2: %3 sequences divide by no split of this cluster. Use %4, or let the search leave GPUs out.</source>
        <translation>%2：%3 个序列无法按此集群的任何划分整除。请使用 %4，或允许搜索不用部分 GPU。</translation>
    </message>
    <message>
        <source>%1 asks for a combination that is not possible.</source>
        <translation>%1 的要求是这些部件无法同时满足的。</translation>
    </message>
    <message>
        <source>%2: “%3” is not possible here. Use %4.</source>
        <translation>%2：“%3”在此处不可行。请使用 %4。</translation>
    </message>
    <message>
        <source>The strategy in %1 does not fit this model and cluster.</source>
        <translation>%1 中的策略不适合此模型和集群。</translation>
    </message>
    <message>
        <source>%2: “%3” does not add up. Use %4.</source>
        <translation>%2：“%3”对不上。请使用 %4。</translation>
    </message>
    <message>
        <source>The goal or a limit needs a price for %3.</source>
        <translation>目标或上限需要 %3 的价格。</translation>
    </message>
    <message>
        <source>%1, %2: no price is known. Add %4, or leave these GPUs out.</source>
        <translation>%1，%2：没有已知价格。请添加 %4，或不使用这些 GPU。</translation>
    </message>
    <message>
        <source>No strategy fits %1.</source>
        <translation>没有策略适合 %1。</translation>
    </message>
    <message>
        <source>%2: found %3. Use %4.</source>
        <translation>%2：得到 %3。请使用 %4。</translation>
    </message>
    <message>
        <source>The limits in %1 contradict each other.</source>
        <translation>%1 中的限制相互矛盾。</translation>
    </message>
    <message>
        <source>%2: “%3” can&apos;t be met together with the others. Use %4.</source>
        <translation>%2：“%3”无法与其他限制同时满足。请使用 %4。</translation>
    </message>
    <message>
        <source>The search stopped by an internal error.</source>
        <translation>搜索因内部错误而停止。</translation>
    </message>
    <message>
        <source>%1, %2: %3. Everything found so far is kept. Run it again; if it stays, report it with this code.</source>
        <translation>%1，%2：%3。至此找到的内容均已保留。请重新运行；若仍出现，请附上此代码报告。</translation>
    </message>
    <message>
        <source>%1 was saved by a newer Astrolabe.</source>
        <translation>%1 由更新版本的 Astrolabe 保存。</translation>
    </message>
    <message>
        <source>It has %3, this one reads %4. Nothing was changed. Update Astrolabe to open it.</source>
        <translation>文件为 %3，本程序可读 %4。未作任何更改。请更新 Astrolabe 后再打开。</translation>
    </message>
    <message>
        <source>%1 is not an Astrolabe plan.</source>
        <translation>%1 不是 Astrolabe 方案。</translation>
    </message>
    <message>
        <source>It is %3. Choose %4.</source>
        <translation>它是 %3。请选择 %4。</translation>
    </message>
    <message>
        <source>Not saved: %1.</source>
        <translation>未保存：%1。</translation>
    </message>
    <message>
        <source>Writing failed: %3. What was there before is unchanged. Choose %4.</source>
        <translation>写入失败：%3。原有内容未变。请选择 %4。</translation>
    </message>
    <message>
        <source>Can&apos;t open %1.</source>
        <translation>无法打开 %1。</translation>
    </message>
    <message>
        <source>Found %3. Choose %4.</source>
        <translation>得到 %3。请选择 %4。</translation>
    </message>
    <message>
        <source>There is nothing in %1.</source>
        <translation>%1 中没有内容。</translation>
    </message>
    <message>
        <source>Found %3. Choose a file with content.</source>
        <translation>得到 %3。请选择有内容的文件。</translation>
    </message>
    <message>
        <source>%1 is too large to be read.</source>
        <translation>%1 过大，无法读取。</translation>
    </message>
    <message>
        <source>%1 is not a text file.</source>
        <translation>%1 不是文本文件。</translation>
    </message>
    <message>
        <source>%2: found %3. Choose %4.</source>
        <translation>%2：得到 %3。请选择 %4。</translation>
    </message>
    <message>
        <source>%1 is damaged.</source>
        <translation>%1 已损坏。</translation>
    </message>
    <message>
        <source>%2: found %3 instead of %4. Nothing was changed. Open a backup or another copy.</source>
        <translation>%2：得到 %3，应为 %4。未作任何更改。请打开备份或其他副本。</translation>
    </message>
    <message>
        <source>The command can&apos;t be run like this.</source>
        <translation>命令不能这样运行。</translation>
    </message>
    <message>
        <source>%1, %2: found “%3”. Use %4.</source>
        <translation>%1，%2：得到“%3”。请使用 %4。</translation>
    </message>
    <message>
        <source>the rest of the file: it ends too early</source>
        <translation>文件的其余部分：它过早结束</translation>
    </message>
    <message>
        <source>no comma before the closing bracket</source>
        <translation>右括号前不应有逗号</translation>
    </message>
    <message>
        <source>double quotes</source>
        <translation>双引号</translation>
    </message>
    <message>
        <source>no comment: JSON has none</source>
        <translation>不应有注释：JSON 没有注释</translation>
    </message>
    <message>
        <source>a name or value in double quotes</source>
        <translation>双引号中的名称或值</translation>
    </message>
    <message>
        <source>a comma, colon or closing bracket</source>
        <translation>逗号、冒号或右括号</translation>
    </message>
    <message>
        <source>a JSON value</source>
        <translation>JSON 值</translation>
    </message>
    <message>
        <source>fewer nested brackets</source>
        <translation>更少的嵌套括号</translation>
    </message>
    <message>
        <source>a text file</source>
        <translation>文本文件</translation>
    </message>
    <message>
        <source>a place with room that can be written</source>
        <translation>有空间且可写的位置</translation>
    </message>
    <message>
        <source>a plan saved by Astrolabe (.astrolabe)</source>
        <translation>由 Astrolabe 保存的方案（.astrolabe）</translation>
    </message>
    <message>
        <source>a whole plan</source>
        <translation>完整的方案</translation>
    </message>
    <message>
        <source>a directory</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>no such file</source>
        <translation>没有这个文件</translation>
    </message>
    <message>
        <source>no permission</source>
        <translation>没有权限</translation>
    </message>
    <message>
        <source>an empty file</source>
        <translation>空文件</translation>
    </message>
    <message>
        <source>a NUL byte</source>
        <translation>NUL 字节</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>空</translation>
    </message>
    <message>
        <source>a different SQLite database</source>
        <translation>另一种 SQLite 数据库</translation>
    </message>
    <message>
        <source>not an SQLite file</source>
        <translation>不是 SQLite 文件</translation>
    </message>
    <message>
        <source>another value</source>
        <translation>其他值</translation>
    </message>
    <message>
        <source>a known name</source>
        <translation>已知的名称</translation>
    </message>
    <message>
        <source>a finite number</source>
        <translation>有限的数</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>至少 %1</translation>
    </message>
    <message>
        <source>a number between %1 and %2</source>
        <translation>%1 与 %2 之间的数</translation>
    </message>
    <message>
        <source>a divisor of “%1” (%2)</source>
        <translation>“%1”的因数（%2）</translation>
    </message>
    <message>
        <source>a multiple of %1</source>
        <translation>%1 的倍数</translation>
    </message>
    <message>
        <source>a text in double quotes</source>
        <translation>双引号中的文本</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>a list in [brackets]</source>
        <translation>[方括号]中的列表</translation>
    </message>
    <message>
        <source>an object in {braces}</source>
        <translation>{花括号}中的对象</translation>
    </message>
    <message>
        <source>the field “%1”</source>
        <translation>字段“%1”</translation>
    </message>
    <message>
        <source>the key only once</source>
        <translation>该键只出现一次</translation>
    </message>
    <message>
        <source>a file that can be read</source>
        <translation>可读的文件</translation>
    </message>
    <message>
        <source>a file of at most %1</source>
        <translation>不超过 %1 的文件</translation>
    </message>
    <message>
        <source>a number above zero</source>
        <translation>大于零的数</translation>
    </message>
    <message>
        <source>a link between “%1” and “%2”</source>
        <translation>“%1”与“%2”之间的链路</translation>
    </message>
    <message>
        <source>the input without it (%1)</source>
        <translation>不含它的输入（%1）</translation>
    </message>
    <message>
        <source>%1 is not a valid hardware catalogue.</source>
        <translation>%1 不是可靠的硬件目录。</translation>
    </message>
    <message>
        <source>%2: found “%3”, needed is %4. Install the program again.</source>
        <translation>%2：得到“%3”，需要的是 %4。请重新安装程序。</translation>
    </message>
    <message>
        <source>%1 is not an ONNX model, or it is truncated.</source>
        <translation>%1 不是 ONNX 模型，或不完整。</translation>
    </message>
    <message>
        <source>%2 has %3. Fetch the file again; it needs %4.</source>
        <translation>%2 有 %3。请重新获取该文件；它需要 %4。</translation>
    </message>
    <message>
        <source>%1 uses an operator set that is not known.</source>
        <translation>%1 使用了未知的算子集。</translation>
    </message>
    <message>
        <source>%2: version %3. Use a version of %4 when you export it.</source>
        <translation>%2：版本 %3。导出时请使用 %4 中的版本。</translation>
    </message>
    <message>
        <source>%1 has an operator that can&apos;t be planned yet.</source>
        <translation>%1 中有尚不能规划的算子。</translation>
    </message>
    <message>
        <source>Node %2 is %3. Use %4 in its place when you export the model.</source>
        <translation>节点 %2 是 %3。导出模型时请改用 %4。</translation>
    </message>
    <message>
        <source>Weights of %1 are missing.</source>
        <translation>缺少 %1 的权重。</translation>
    </message>
    <message>
        <source>Tensor %2 is kept in another file: %3. Add that file beside the model; it needs %4.</source>
        <translation>张量 %2 保存在另一文件中：%3。请将该文件放在模型旁边；它需要 %4。</translation>
    </message>
    <message>
        <source>%1 has a dimension of unknown size.</source>
        <translation>%1 有一个未定的维度。</translation>
    </message>
    <message>
        <source>%2: %3 has no size. Give it with %4.</source>
        <translation>%2：%3 没有大小。请用 %4 给出。</translation>
    </message>
    <message>
        <source>Shapes in %1 are inconsistent.</source>
        <translation>无法推导 %1 中的形状。</translation>
    </message>
    <message>
        <source>Node %2: found %3 where %4 belongs. Correct the model and export it again.</source>
        <translation>节点 %2：应为 %4 之处出现了 %3。请更正模型并重新导出。</translation>
    </message>
    <message>
        <source>A rule in %1 can&apos;t be read.</source>
        <translation>无法读取 %1 中的一条规则。</translation>
    </message>
    <message>
        <source>%2: found “%3”. Use %4 there.</source>
        <translation>%2：得到“%3”。请在该处使用 %4。</translation>
    </message>
    <message>
        <source>A rule in %1 names an unknown variable.</source>
        <translation>%1 中的一条规则指定了未知的变量。</translation>
    </message>
    <message>
        <source>%2: there is no “%3”. Use %4.</source>
        <translation>%2：没有“%3”。请使用 %4。</translation>
    </message>
    <message>
        <source>A rule in %1 divides by zero.</source>
        <translation>%1 中的一条规则除以零。</translation>
    </message>
    <message>
        <source>%1 is not a table of measured runs.</source>
        <translation>%1 不是实测运行的表格。</translation>
    </message>
    <message>
        <source>A measured run in %1 is left out.</source>
        <translation>%1 中的一次实测运行被略去。</translation>
    </message>
    <message>
        <source>A measured run in %1 leaves too much unsaid.</source>
        <translation>%1 中的一次实测运行有太多未说明之处。</translation>
    </message>
    <message>
        <source>The calibration %1 can’t be used here.</source>
        <translation>校准文件 %1 不能在此使用。</translation>
    </message>
    <message>
        <source>%1 is open in another window (%3).</source>
        <translation>%1 已在另一窗口中打开（%3）。</translation>
    </message>
    <message>
        <source>Show it, or open a copy.</source>
        <translation>请显示它，或打开副本。</translation>
    </message>
    <message>
        <source>%1 is not a table of measured kernels.</source>
        <translation>%1 不是实测内核的表格。</translation>
    </message>
    <message>
        <source>%2: found “%3”. Correct the header: it needs %4.</source>
        <translation>%2：得到“%3”。请更正表头：它需要 %4。</translation>
    </message>
    <message>
        <source>%1 has an implausible row.</source>
        <translation>%1 中有一行不可能正确。</translation>
    </message>
    <message>
        <source>%1 has too few rows to fit.</source>
        <translation>%1 的行数太少，无法拟合。</translation>
    </message>
    <message>
        <source>%2: found %3. Add rows: a fit needs %4.</source>
        <translation>%2：得到 %3。请添加行：拟合需要 %4。</translation>
    </message>
    <message>
        <source>The kernel models in %1 can&apos;t be used.</source>
        <translation>%1 中的内核模型不可用。</translation>
    </message>
    <message>
        <source>the built-in catalogue</source>
        <translation>内置目录</translation>
    </message>
    <message>
        <source>the model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>the cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>the job</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>the strategy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>the price list</source>
        <translation>价格表</translation>
    </message>
    <message>
        <source>the plan</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>the file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Command line</source>
        <translation>命令行</translation>
    </message>
    <message>
        <source>the input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>standard input</source>
        <translation>标准输入</translation>
    </message>
    <message>
        <source>At the top level</source>
        <translation>在顶层</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>“%1”</translation>
    </message>
    <message>
        <source>Line %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>Line %1, column %2</source>
        <translation>第 %1 行第 %2 列</translation>
    </message>
    <message>
        <source>%1 or %2</source>
        <comment>alternatives: a, b or c</comment>
        <translation>%1 或 %2</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between alternatives</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>TP %1 · PP %2</source>
        <translation>TP %1 · PP %2</translation>
    </message>
    <message>
        <source>%1/h</source>
        <translation>%1/小时</translation>
    </message>
    <message>
        <source>%1/1T tokens</source>
        <translation>%1/1T 词元</translation>
    </message>
    <message>
        <source>budget</source>
        <translation>预算</translation>
    </message>
    <message>
        <source>deadline</source>
        <translation>期限</translation>
    </message>
    <message>
        <source>power limit</source>
        <translation>功率上限</translation>
    </message>
    <message>
        <source>limit on the cost per hour</source>
        <translation>每小时费用上限</translation>
    </message>
    <message>
        <source>limit on the cost per 1T tokens</source>
        <translation>每 1T 词元费用上限</translation>
    </message>
    <message>
        <source>memory headroom</source>
        <translation>显存余量</translation>
    </message>
    <message>
        <source>rule “%1” forbids it</source>
        <translation>规则“%1”不允许</translation>
    </message>
    <message>
        <source>%1 too much on %2, stage %3</source>
        <translation>阶段 %3 的 %2 超出 %1</translation>
    </message>
    <message>
        <source>%1 where the %2 allows %3</source>
        <translation>为 %1，而%2只允许 %3</translation>
    </message>
    <message>
        <source>%1 %2 [%3]</source>
        <comment>title, body, code</comment>
        <translation>%1 %2 [%3]</translation>
    </message>
    <message>
        <source>No model yet.</source>
        <translation>尚无模型。</translation>
    </message>
    <message>
        <source>Drop a config.json, load one or choose a preset.</source>
        <translation>拖入 config.json、载入文件或选择预设。</translation>
    </message>
    <message>
        <source>Something is wrong with %1.</source>
        <translation>%1 有误。</translation>
    </message>
    <message>
        <source>%2: found “%3”. Change it to %4.</source>
        <translation>%2：发现“%3”。请改为%4。</translation>
    </message>
    <message>
        <source>%1 of %2 strategies ran out of memory</source>
        <translation>%2 个策略中有 %1 个显存不足</translation>
    </message>
    <message>
        <source>%1 of %2 strategies break a limit</source>
        <translation>%2 个策略中有 %1 个违反限制</translation>
    </message>
    <message>
        <source>%1 of %2 strategies are ruled out</source>
        <translation>%2 个策略中有 %1 个被规则排除</translation>
    </message>
    <message>
        <source>This cluster has no strategy to try</source>
        <translation>该集群没有可尝试的策略</translation>
    </message>
    <message>
        <source>; </source>
        <comment>between counts</comment>
        <translation>；</translation>
    </message>
    <message>
        <source>%1 (closest: %2, %3)</source>
        <comment>counts (what, which strategy)</comment>
        <translation>%1（最接近：%2，%3）</translation>
    </message>
    <message>
        <source>%1. Add hardware, or raise the limit that binds.</source>
        <translation>%1。请添加硬件，或提高起约束作用的限制。</translation>
    </message>
    <message>
        <source>%1. Try: %2.</source>
        <translation>%1。可尝试：%2。</translation>
    </message>
    <message>
        <source>; </source>
        <comment>between fixes</comment>
        <translation>；</translation>
    </message>
    <message>
        <source>No strategy fits.</source>
        <translation>没有可行的策略。</translation>
    </message>
    <message>
        <source>This strategy is not possible.</source>
        <translation>该策略不可行。</translation>
    </message>
    <message>
        <source>It fails by: %1. Change the strategy, or raise the limit that binds.</source>
        <translation>原因：%1。请修改策略，或提高起约束作用的限制。</translation>
    </message>
    <message>
        <source>Allow recompute, frees %1</source>
        <translation>允许重计算，可释放 %1</translation>
    </message>
    <message>
        <source>Use a smaller micro-batch, frees %1</source>
        <translation>使用更小的微批，可释放 %1</translation>
    </message>
    <message>
        <source>Add 1 node</source>
        <translation>添加 1 个节点</translation>
    </message>
    <message numerus="yes">
        <source>Add %n nodes</source>
        <translation>
            <numerusform>添加 %n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>Add nodes to pool</comment>
        <translation>%2：%1</translation>
    </message>
    <message>
        <source>Raise the %1 to %2</source>
        <translation>将%1提高到 %2</translation>
    </message>
    <message>
        <source>Searching</source>
        <translation>搜索中</translation>
    </message>
    <message>
        <source>Within %1 of the best in the whole space</source>
        <translation>与整个空间的最佳相差不超过 %1</translation>
    </message>
    <message>
        <source>Best in the whole space</source>
        <translation>整个空间中的最佳</translation>
    </message>
    <message>
        <source>Stopped at %1 — nothing found yet</source>
        <translation>在 %1 停止 — 尚未找到</translation>
    </message>
    <message>
        <source>Stopped at %1 — at most %2 below the bound</source>
        <translation>在 %1 停止 — 最多比界低 %2</translation>
    </message>
    <message>
        <source>Stopped at %1 — best so far, no bound yet</source>
        <translation>在 %1 停止 — 目前最佳，尚无界</translation>
    </message>
    <message>
        <source>Finished — at most %1 below the bound</source>
        <translation>已完成 — 最多比界低 %1</translation>
    </message>
    <message>
        <source>Finished — best of those tried, not proven best</source>
        <translation>已完成 — 所试策略中的最佳，未证明为最佳</translation>
    </message>
    <message>
        <source>No strategy fits</source>
        <translation>没有可行的策略</translation>
    </message>
    <message>
        <source>Stopped by an internal error</source>
        <translation>因内部错误停止</translation>
    </message>
    <message>
        <source>No certificate was written to %1.</source>
        <translation>未将证明书写入 %1。</translation>
    </message>
    <message>
        <source>No certificate of this question can be written to %1.</source>
        <translation>无法将此问题的证明书写入 %1。</translation>
    </message>
    <message>
        <source>%1 is not a certificate.</source>
        <translation>%1 不是证明书。</translation>
    </message>
    <message>
        <source>a file that plan --certificate wrote</source>
        <translation>由 plan --certificate 写出的文件</translation>
    </message>
    <message>
        <source>a certificate as it was written</source>
        <translation>未经改动的证明书</translation>
    </message>
    <message>
        <source>the built-in kernel models</source>
        <translation>内置的内核模型</translation>
    </message>
    <message>
        <source>fewer pools</source>
        <translation>更少的资源池</translation>
    </message>
    <message>
        <source>the goal throughput</source>
        <translation>吞吐量目标</translation>
    </message>
    <message>
        <source>a question whose answer is proven to the end</source>
        <translation>答案已完全证明的问题</translation>
    </message>
    <message>
        <source>The Pareto frontier is complete for plans on one pool</source>
        <translation>在仅用一个资源池的方案中，该集合已完整</translation>
    </message>
    <message numerus="yes">
        <source>The Pareto frontier is complete for plans on up to %n pools</source>
        <translation>
            <numerusform>在最多使用 %n 个资源池的方案中，该集合已完整</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 has no “%2”.</source>
        <translation>%1 没有“%2”。</translation>
    </message>
    <message>
        <source>%1: %2 does not divide “%3” %4. Use a divisor such as %5.</source>
        <translation>%1：%2 不能整除“%3”%4。请使用约数，例如 %5。</translation>
    </message>
    <message>
        <source>%1: %2 has no rate for %3, or its memory is not known. Use another precision, or leave these GPUs out.</source>
        <comment>counts, GPU types, precision</comment>
        <translation>%1：%2 没有 %3 的算力数据，或其显存未知。请改用其他精度，或不使用这些 GPU。</translation>
    </message>
    <message>
        <source>%1 after “%2”</source>
        <translation>“%2”之后的%1</translation>
    </message>
    <message>
        <source>%1, most by the rule “%2”</source>
        <comment>counts, name</comment>
        <translation>%1，其中多数由规则“%2”排除</translation>
    </message>
    <message>
        <source>%1 and the %2 to %3</source>
        <comment>raised limits</comment>
        <translation>%1，并将%2提高到 %3</translation>
    </message>
    <message>
        <source>Leave every setting to the search</source>
        <translation>将所有设置交给搜索</translation>
    </message>
    <message>
        <source>Leave %1 to the search</source>
        <comment>a strategy&apos;s key</comment>
        <translation>将 %1 交给搜索</translation>
    </message>
    <message>
        <source>Switch off the rule “%1”</source>
        <translation>关闭规则“%1”</translation>
    </message>
    <message>
        <source>%1 has a price in another currency.</source>
        <translation>%1 含有其他货币的价格。</translation>
    </message>
    <message>
        <source>%2: “%3” has no rate. Enter %4, or skip the row.</source>
        <translation>%2：“%3”没有汇率。请输入%4，或跳过该行。</translation>
    </message>
    <message>
        <source>%1 too much in host memory of %2, stage %3</source>
        <translation>%2 的主机内存超出 %1，阶段 %3</translation>
    </message>
    <message>
        <source>Nodes of %1 with %2 of host memory</source>
        <translation>让 %1 的节点具有 %2 主机内存</translation>
    </message>
    <message>
        <source>≈ Not proven from rank %1 on: a strategy up to %2 better may belong there</source>
        <translation>≈ 从第 %1 名起尚未证明：可能有至多好 %2 的策略应排在那里</translation>
    </message>
    <message>
        <source>It fails by: %1. Recompute more layers, shard or offload more, use a smaller micro-batch, or more GPUs for each replica.</source>
        <translation>不满足之处：%1。请重计算更多层、增加分片或卸载、减小微批次，或让每个副本使用更多 GPU。</translation>
    </message>
    <message>
        <source>the key in one of “%1” and “%2”</source>
        <translation>只在“%1”或“%2”之一中出现的键</translation>
    </message>
    <message>
        <source>%2: “%3” stands in another place as well. Use %4, and remove the other.</source>
        <translation>%2：“%3”在另一处也出现。请使用%4，并删除另一个。</translation>
    </message>
    <message>
        <source>%1 has a bandwidth above every link of the catalogue.</source>
        <translation>%1 中有高于目录所有链路的带宽。</translation>
    </message>
    <message>
        <source>%2: “%3” may be bits, not bytes, a second. Use %4 if it is, or keep it.</source>
        <translation>%2：“%3”可能是每秒比特数，而非每秒字节数。若是如此，请使用 %4；否则保留原值。</translation>
    </message>
    <message>
        <source>Stopped at %1 — the Pareto frontier can improve by at most %2</source>
        <translation>在 %1 停止 — 该集合最多还差 %2</translation>
    </message>
    <message>
        <source>Finished — the Pareto frontier can improve by at most %1</source>
        <translation>已完成 — 该集合最多还差 %1</translation>
    </message>
    <message>
        <source>%1 has no measured run of that name.</source>
        <translation>%1 中没有这个名称的实测运行。</translation>
    </message>
    <message>
        <source>%2: no run is called “%3”. Use %4.</source>
        <translation>%2：没有名为“%3”的运行。请使用 %4。</translation>
    </message>
    <message>
        <source>Rule “%1” forbids it.</source>
        <translation>规则“%1”禁止它。</translation>
    </message>
    <message>
        <source>Rule “%1” forbids it: %2.</source>
        <comment>name of the rule, its reason</comment>
        <translation>规则“%1”禁止它：%2。</translation>
    </message>
    <message>
        <source>%1 is %2</source>
        <comment>setting that a rule reads, its value</comment>
        <translation>%1 为 %2</translation>
    </message>
    <message>
        <source>Here %1.</source>
        <comment>settings with their values</comment>
        <translation>此处 %1。</translation>
    </message>
    <message>
        <source>Change the strategy, or switch the rule off.</source>
        <translation>请更改策略，或关闭该规则。</translation>
    </message>
    <message>
        <source>Change the strategy.</source>
        <translation>请更改策略。</translation>
    </message>
    <message>
        <source>%1 refers to a model that is not in it.</source>
        <translation>%1 引用了其中没有的模型。</translation>
    </message>
    <message>
        <source>%2: it names “%3”, which was not read. Use %4.</source>
        <translation>%2：它指向“%3”，该文件未被读取。请使用 %4。</translation>
    </message>
    <message>
        <source>%1 has a name with characters that can&apos;t be seen.</source>
        <translation>%1 中的名称含有不可见字符。</translation>
    </message>
    <message>
        <source>%2: “%3” has a line break or another control character. Use %4.</source>
        <translation>%2：“%3”含有换行或其他控制字符。请使用 %4。</translation>
    </message>
    <message>
        <source>%1 has a value far beyond anything known.</source>
        <translation>%1 中有一个远超已知范围的值。</translation>
    </message>
    <message>
        <source>%2: is “%3” meant? Use %4, or keep it.</source>
        <translation>%2：确实是“%3”吗？请使用 %4，或保留它。</translation>
    </message>
    <message>
        <source>A row of %1 can&apos;t be used.</source>
        <translation>%1 中有一行无法使用。</translation>
    </message>
    <message>
        <source>%2: found “%3”. Use %4, or skip the row.</source>
        <translation>%2：发现“%3”。请使用 %4，或跳过该行。</translation>
    </message>
    <message>
        <source>the sizes of the model, described by hand</source>
        <translation>手动描述的模型尺寸</translation>
    </message>
    <message>
        <source>a plan that holds its model, or --model with the file beside it</source>
        <translation>自带模型的方案，或在 --model 中给出旁边的文件</translation>
    </message>
    <message>
        <source>not a regular file</source>
        <translation>不是普通文件</translation>
    </message>
    <message>
        <source>a name that is too long for this system</source>
        <translation>对本系统来说过长的名称</translation>
    </message>
    <message>
        <source>a read error</source>
        <translation>读取错误</translation>
    </message>
    <message>
        <source>brackets nested too deeply</source>
        <translation>括号嵌套过深</translation>
    </message>
    <message>
        <source>more than 8 million values</source>
        <translation>超过 800 万个值</translation>
    </message>
    <message>
        <source>fewer values</source>
        <translation>更少的值</translation>
    </message>
    <message>
        <source>damaged CBOR</source>
        <translation>损坏的 CBOR</translation>
    </message>
    <message>
        <source>standard output</source>
        <translation>标准输出</translation>
    </message>
    <message>
        <source>%1 a month</source>
        <translation>每月 %1</translation>
    </message>
    <message>
        <source>limit on the purchase</source>
        <translation>购置上限</translation>
    </message>
    <message>
        <source>limit on the cost per month</source>
        <translation>每月费用上限</translation>
    </message>
    <message>
        <source>limit on the cost of ownership</source>
        <translation>拥有成本上限</translation>
    </message>
    <message>
        <source>day on which it is to be done</source>
        <translation>须完成的日期</translation>
    </message>
    <message>
        <source>The model lacks a field that sizes it.</source>
        <translation>模型缺少一个决定其规模的字段。</translation>
    </message>
    <message>
        <source>The model has a value that it can&apos;t have.</source>
        <translation>模型含有一个不允许的值。</translation>
    </message>
    <message>
        <source>The ONNX model is damaged or truncated.</source>
        <translation>ONNX 模型已损坏或被截断。</translation>
    </message>
    <message>
        <source>The model refers to another one that is not in it.</source>
        <translation>模型引用了其中没有的另一个模型。</translation>
    </message>
    <message>
        <source>A pool is named that the cluster does not have.</source>
        <translation>指名的资源池不在集群中。</translation>
    </message>
    <message>
        <source>The built-in catalogue is not valid.</source>
        <translation>内置目录无效。</translation>
    </message>
    <message>
        <source>The strategy does not fit this model and cluster.</source>
        <translation>该策略不适合此模型和集群。</translation>
    </message>
    <message>
        <source>A price is in another currency.</source>
        <translation>有价格使用另一种货币。</translation>
    </message>
    <message>
        <source>The calibration can’t be used here.</source>
        <translation>该校准不能在此使用。</translation>
    </message>
    <message>
        <source>The file is not text.</source>
        <translation>该文件不是文本。</translation>
    </message>
    <message>
        <source>A price of %1 looks like that of another unit.</source>
        <translation>%1 的一个价格像是另一种单位的价格。</translation>
    </message>
    <message>
        <source>%2: found “%3”. Use %4. If it is meant as it stands, take it so.</source>
        <translation>%2：得到“%3”。请使用 %4。若确实如此，请按原样采用。</translation>
    </message>
    <message>
        <source>A price looks like that of another unit.</source>
        <translation>一个价格像是另一种单位的价格。</translation>
    </message>
    <message>
        <source>Nobody says how often spot takes %3 away.</source>
        <translation>没有人给出竞价多久收回一次 %3。</translation>
    </message>
    <message>
        <source>%1, %2: without %4 spot has no outcome. Give it for the pool or in its quote, or choose another commitment.</source>
        <translation>%1，%2：没有 %4，竞价就没有结果。请为该资源池或在其报价中给出，或选择其他承诺期。</translation>
    </message>
    <message>
        <source>an id</source>
        <translation>一个 id</translation>
    </message>
    <message>
        <source>an id of its own</source>
        <translation>自己独有的 id</translation>
    </message>
    <message>
        <source>a name that is not empty</source>
        <translation>不为空的名称</translation>
    </message>
    <message>
        <source>either gpu or node</source>
        <translation>gpu 或 node 之一</translation>
    </message>
    <message>
        <source>another pool than a</source>
        <translation>a 以外的资源池</translation>
    </message>
    <message>
        <source>at least one pool</source>
        <translation>至少一个资源池</translation>
    </message>
    <message>
        <source>a header with the names of the columns</source>
        <translation>含列名的表头</translation>
    </message>
    <message>
        <source>a whole number from 1 on</source>
        <translation>从 1 起的整数</translation>
    </message>
    <message>
        <source>how often an hour of a node is interrupted, 0 or more</source>
        <translation>一个节点每小时被中断的次数，0 或更大</translation>
    </message>
    <message>
        <source>where the price comes from</source>
        <translation>价格的来源</translation>
    </message>
    <message>
        <source>a date such as 2026-11-20</source>
        <translation>日期，例如 2026-11-20</translation>
    </message>
    <message>
        <source>a column purchase_usd for a price to buy</source>
        <translation>存放购买价格的列 purchase_usd</translation>
    </message>
    <message>
        <source>a node whose number of GPUs is known</source>
        <translation>GPU 数已知的节点</translation>
    </message>
    <message>
        <source>the id of a node or GPU type</source>
        <translation>节点或 GPU 类型的 id</translation>
    </message>
    <message>
        <source>the date of the rate, such as 2026-11-20</source>
        <translation>汇率的日期，例如 2026-11-20</translation>
    </message>
    <message>
        <source>a currency with it: a column currency, or a heading such as usd_per_hour</source>
        <translation>注明货币：currency 列，或 usd_per_hour 之类的列名</translation>
    </message>
    <message>
        <source>a currency code such as EUR</source>
        <translation>货币代码，例如 EUR</translation>
    </message>
    <message>
        <source>one line without control characters</source>
        <translation>不含控制字符的一行</translation>
    </message>
    <message>
        <source>a family of text models</source>
        <translation>文本模型的家族</translation>
    </message>
    <message>
        <source>a tower that a family file describes</source>
        <translation>家族文件所描述的塔</translation>
    </message>
    <message>
        <source>adapters (LoRA) are not supported, only training of the whole model</source>
        <translation>不支持适配器 (LoRA)，只支持训练整个模型</translation>
    </message>
    <message>
        <source>a day that exists, such as 2027-03-01</source>
        <translation>存在的日期，例如 2027-03-01</translation>
    </message>
    <message>
        <source>an array of at least one value</source>
        <translation>至少含一个值的数组</translation>
    </message>
    <message>
        <source>a name that no other rule has</source>
        <translation>其他规则没有的名称</translation>
    </message>
    <message>
        <source>a divisor that is not 0</source>
        <translation>不为 0 的除数</translation>
    </message>
    <message>
        <source>a variable of the strategy, the model or the job</source>
        <translation>策略、模型或任务的变量</translation>
    </message>
    <message>
        <source>a shipped rule that can be switched off</source>
        <translation>可以关闭的内置规则</translation>
    </message>
    <message>
        <source>a name that no shipped rule has</source>
        <translation>内置规则没有的名称</translation>
    </message>
    <message>
        <source>a month or a day that exists, such as 2026-07 or 2026-07-15</source>
        <translation>存在的月份或日期，例如 2026-07 或 2026-07-15</translation>
    </message>
    <message>
        <source>a value</source>
        <translation>一个值</translation>
    </message>
    <message>
        <source>rows with architecture, layout, batch and a step time</source>
        <translation>含架构、布局、批次与步时间的行</translation>
    </message>
    <message>
        <source>commas between the columns</source>
        <translation>列之间的逗号</translation>
    </message>
    <message>
        <source>a closing quote</source>
        <translation>结束引号</translation>
    </message>
    <message>
        <source>text in UTF-8</source>
        <translation>UTF-8 文本</translation>
    </message>
    <message>
        <source>a date like 2026-04</source>
        <translation>日期，例如 2026-04</translation>
    </message>
    <message>
        <source>a header</source>
        <translation>表头</translation>
    </message>
    <message>
        <source>a list of pools</source>
        <translation>资源池列表</translation>
    </message>
    <message>
        <source>a model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>a scenario</source>
        <translation>情景</translation>
    </message>
    <message>
        <source>at least one whole node, which a distributed program needs</source>
        <translation>分布式程序所需的至少一个整节点</translation>
    </message>
    <message>
        <source>a model with ordinary or grouped attention</source>
        <translation>采用普通或分组注意力的模型</translation>
    </message>
    <message>
        <source>a whole ONNX model with a graph</source>
        <translation>含计算图的完整 ONNX 模型</translation>
    </message>
    <message>
        <source>devices with more memory, or more of them</source>
        <translation>显存更大或数量更多的设备</translation>
    </message>
    <message>
        <source>a model of known kinds of layers: this one is read and counted by inspect, but its cost is not known yet</source>
        <translation>已知种类的层组成的模型：此模型已被 inspect 读取并计数，但其代价尚不清楚</translation>
    </message>
    <message>
        <source>%1 has a key that is not read: “%2”.</source>
        <translation>%1 中有一个未被读取的键：“%2”。</translation>
    </message>
    <message>
        <source>No family says what “%1” with the value %2 builds, so the model would be counted without it. Use a configuration of a known family, or describe the model by hand.</source>
        <translation>没有任何模型族说明取值为 %2 的“%1”构建什么，因此计数会漏掉它。请使用已知模型族的配置，或手动描述该模型。</translation>
    </message>
    <message>
        <source>Plan for any training software</source>
        <translation>不限定训练软件进行规划</translation>
    </message>
    <message>
        <source>Within %1 of the best that %2 starts</source>
        <translation>与 %2 能启动的最优方案相差不超过 %1</translation>
    </message>
    <message>
        <source>Best of all that %1 starts</source>
        <translation>%1 能启动的所有方案中的最优</translation>
    </message>
    <message>
        <source>%1 — %2</source>
        <comment>what is proven, what was not measured</comment>
        <translation>%1 — %2</translation>
    </message>
    <message>
        <source>that key in a pool of the cluster</source>
        <translation>该键应写在集群的某个池中</translation>
    </message>
    <message>
        <source>a batch that does not grow, or no such limit: how much longer a growing batch takes is known of whole answers alone, which no bound of a certificate may rest on</source>
        <translation>不增长的批大小，或不设此限制：批大小增长时要多花多少时间只有完整的答案才知道，证书的界不能以此为依据</translation>
    </message>
    <message>
        <source>≈ %1</source>
        <comment>an estimate</comment>
        <translation>≈ %1</translation>
    </message>
    <message>
        <source>%1 asks for sequences longer than the positions that the model states.</source>
        <translation>%1 要求的序列长于模型声明的位置数。</translation>
    </message>
    <message>
        <source>%2: is “%3” meant? Positions beyond count as extended, at no cost. Use %4, or keep it.</source>
        <translation>%2：确实是“%3”吗？超出的位置按扩展位置计算，不计成本。请用 %4，或保留。</translation>
    </message>
    <message>
        <source>%2: found %3. The model can&apos;t be planned without it. Enter the value or add %4 to the file.</source>
        <translation>%2：发现 %3。缺少它便无法规划该模型。请输入该值，或在文件中加入 %4。</translation>
    </message>
    <message>
        <source>Looked at every argument of Megatron-LM in it. The model can&apos;t be planned without it. Enter the value, or add it to the file.</source>
        <translation>已查看其中 Megatron-LM 的所有参数。缺少它便无法规划该模型。请输入该值，或将其加入文件。</translation>
    </message>
    <message>
        <source>Looked at the top level and in “text_config”. The model can&apos;t be planned without it. Enter the value, or add it to the file.</source>
        <translation>已查看顶层和“text_config”。缺少它便无法规划该模型。请输入该值，或将其加入文件。</translation>
    </message>
    <message>
        <source>Within %1 of the best of all strategies, %2</source>
        <translation>与所有策略的最佳相差不超过 %1，%2</translation>
    </message>
    <message>
        <source>Best of all strategies, %1</source>
        <translation>所有策略中的最佳，%1</translation>
    </message>
    <message>
        <source>state anywhere</source>
        <comment>of the optimizer, what a proof covers</comment>
        <translation>状态可放在任何位置</translation>
    </message>
    <message>
        <source>each stage holding its own state</source>
        <comment>of the optimizer, what a proof covers</comment>
        <translation>各阶段存放自己的状态</translation>
    </message>
    <message>
        <source>The trace %1 can’t be used.</source>
        <translation>无法使用轨迹 %1。</translation>
    </message>
    <message>
        <source>The trace can’t be used.</source>
        <translation>无法使用该轨迹。</translation>
    </message>
    <message>
        <source>all pipelines alike</source>
        <comment>around slow and failed GPUs, what a proof covers</comment>
        <translation>所有流水线相同</translation>
    </message>
    <message>
        <source>it carries %1 of the %2 requests/s asked for</source>
        <translation>所求 %2 个请求/秒中，可承载 %1 个</translation>
    </message>
    <message>
        <source>it holds %1 of the %2 users in flight</source>
        <translation>%2 个在途用户中，可容纳 %1 个</translation>
    </message>
    <message>
        <source>%1 is %2 where %3 is promised</source>
        <comment>key, time, time</comment>
        <translation>%1 为 %2，而承诺为 %3</translation>
    </message>
    <message>
        <source>This deployment does not serve what is asked.</source>
        <translation>此部署无法满足所求的服务。</translation>
    </message>
    <message>
        <source>for ever</source>
        <comment>how long a job takes</comment>
        <translation>永不结束</translation>
    </message>
    <message>
        <source>It fails by: %1.</source>
        <translation>原因：%1。</translation>
    </message>
</context>
<context>
    <name>ModelConstants</name>
    <message>
        <source>GEMM efficiency of a step over kernel tables, A100 and A800</source>
        <translation>一步中 GEMM 相对内核测量表的效率，A100 与 A800</translation>
    </message>
    <message>
        <source>grouped expert products over one dense product</source>
        <translation>分组专家乘积相对单个稠密乘积</translation>
    </message>
    <message>
        <source>forward share of the bf16 peak, FlashAttention 2 on A100</source>
        <translation>前向占 bf16 峰值的份额，A100 上的 FlashAttention 2</translation>
    </message>
    <message>
        <source>backward share over forward share</source>
        <translation>反向份额相对前向份额</translation>
    </message>
    <message>
        <source>share left with attention sinks before 2026-05 containers</source>
        <translation>2026-05 之前的容器中使用注意力汇时剩余的份额</translation>
    </message>
    <message>
        <source>batched products of unfused attention over one GEMM</source>
        <translation>未融合注意力的批量乘积相对单个 GEMM</translation>
    </message>
    <message>
        <source>score elements moved by unfused attention, times 2 bytes</source>
        <translation>未融合注意力搬运的分数元素，乘以 2 字节</translation>
    </message>
    <message>
        <source>unfused products whose head width is not a multiple of 8: without matrix units, a quarter of their rate</source>
        <translation>头宽不是 8 的倍数的未融合乘积：不使用矩阵单元，速率为四分之一</translation>
    </message>
    <message>
        <source>elementwise bytes over bytes counted, fused kernels</source>
        <translation>逐元素字节数相对计得的字节数，融合内核</translation>
    </message>
    <message>
        <source>low-precision casts, times 4 bytes an input element</source>
        <translation>低精度转换，每个输入元素乘以 4 字节</translation>
    </message>
    <message>
        <source>traffic of a logit in the loss, forward and backward</source>
        <translation>损失中每个 logit 的访存量，前向与反向</translation>
    </message>
    <message>
        <source>host seconds of a layer, forward and backward, without graphs</source>
        <translation>不使用图时每层的主机秒数，前向与反向</translation>
    </message>
    <message>
        <source>what a mixture-of-experts layer adds to it</source>
        <translation>混合专家层在此之上增加的部分</translation>
    </message>
    <message>
        <source>host seconds of a recomputed layer, DeepSpeed checkpointing</source>
        <translation>重算层的主机秒数，DeepSpeed 检查点</translation>
    </message>
    <message>
        <source>eager FSDP recomputing everything: slowdown for every tenth of memory in use above 80 %</source>
        <translation>即时执行的 FSDP 全部重算：显存占用超过 80 % 后每增加十分之一的减速</translation>
    </message>
    <message>
        <source>share of the one-way link, tensor parallelism</source>
        <translation>单向链路的份额，张量并行</translation>
    </message>
    <message>
        <source>share of the network, data and pipeline parallelism</source>
        <translation>网络的份额，数据并行与流水线并行</translation>
    </message>
    <message>
        <source>share of the network, FSDP</source>
        <translation>网络的份额，FSDP</translation>
    </message>
    <message>
        <source>share of link and network, expert all-to-all</source>
        <translation>链路与网络的份额，专家 all-to-all</translation>
    </message>
    <message>
        <source>hidden share of tensor-parallel traffic where overlapped</source>
        <translation>可重叠时张量并行通信被隐藏的份额</translation>
    </message>
    <message>
        <source>hidden share of data-parallel traffic where overlapped</source>
        <translation>可重叠时数据并行通信被隐藏的份额</translation>
    </message>
    <message>
        <source>compute lost to a second of hidden FSDP traffic</source>
        <translation>每秒被隐藏的 FSDP 通信所损失的计算</translation>
    </message>
    <message>
        <source>exposed share of the context-parallel ring, forward</source>
        <translation>上下文并行环暴露的份额，前向</translation>
    </message>
    <message>
        <source>optimizer traffic a sharded parameter, norm and clip included</source>
        <translation>每个分片参数的优化器访存量，含范数与裁剪</translation>
    </message>
    <message>
        <source>slowdown a doubling of GPUs beyond 8</source>
        <translation>超过 8 个 GPU 后每翻一倍的减速</translation>
    </message>
    <message>
        <source>further speed-up of mixtures of experts from 26.06 containers on</source>
        <translation>自 26.06 容器起混合专家的进一步提速</translation>
    </message>
    <message>
        <source>step time factor of JAX</source>
        <translation>JAX 的步时系数</translation>
    </message>
    <message>
        <source>step time factor of DeepSpeed-era clusters</source>
        <translation>DeepSpeed 时期集群的步时系数</translation>
    </message>
    <message>
        <source>step time factor of Megatron-Core from its own scripts, without a tuned recipe</source>
        <translation>使用自带脚本、未经调优的 Megatron-Core 的步时系数</translation>
    </message>
    <message>
        <source>GiB of an allocator&apos;s peak beside tensors and buffers: products&apos; workspaces</source>
        <translation>分配器峰值中张量与缓冲区之外的 GiB：乘积的工作区</translation>
    </message>
    <message>
        <source>of the activations, held beside them by allocators before 2023</source>
        <translation>2023 年之前的分配器在激活之外占用的、占激活的份额</translation>
    </message>
    <message>
        <source>GiB of context and communicators before 2023, in the driver&apos;s reading</source>
        <translation>2023 年之前驱动读数中的上下文与通信器 GiB</translation>
    </message>
    <message>
        <source>bytes of gradients and flat copies in InternEvo, a sharded parameter</source>
        <translation>InternEvo 中每个分片参数的梯度与平铺副本字节数</translation>
    </message>
    <message>
        <source>GiB above the allocator&apos;s reading where a source names no reading</source>
        <translation>来源未说明读数种类时高于分配器读数的 GiB</translation>
    </message>
    <message>
        <source>GEMM efficiency of GPU families without measured runs: Hopper&apos;s</source>
        <translation>没有实测运行的 GPU 系列的 GEMM 效率：取 Hopper 的值</translation>
    </message>
    <message>
        <source>efficiency of weight-gradient products over forward ones</source>
        <translation>权重梯度乘积相对前向乘积的效率</translation>
    </message>
    <message>
        <source>seconds of a local expert and product, kernel tables</source>
        <translation>每个本地专家与乘积的秒数，内核测量表</translation>
    </message>
    <message>
        <source>share of its fp4 peak that B300 sustains, next to B200</source>
        <translation>B300 所能维持的 fp4 峰值份额，相对 B200</translation>
    </message>
    <message>
        <source>m = n = k at which nvfp4 reaches the 16-bit share of its peak</source>
        <translation>nvfp4 达到 16 位峰值份额时的 m = n = k</translation>
    </message>
    <message>
        <source>share of the datasheet&apos;s memory bandwidth, for every byte time</source>
        <translation>数据手册显存带宽的份额，用于所有按字节计的时间</translation>
    </message>
    <message>
        <source>forward share of the bf16 peak, FlashAttention 2 on Hopper</source>
        <translation>前向占 bf16 峰值的份额，Hopper 上的 FlashAttention 2</translation>
    </message>
    <message>
        <source>containers from then on have a fast kernel for attention sinks</source>
        <translation>自此起容器带有注意力汇的快速内核</translation>
    </message>
    <message>
        <source>multi-head latent attention over plain attention</source>
        <translation>多头潜在注意力相对普通注意力</translation>
    </message>
    <message>
        <source>B300 and GB300 over B200: twice the exponentials</source>
        <translation>B300 与 GB300 相对 B200：指数运算翻倍</translation>
    </message>
    <message>
        <source>heads at which a kernel table&apos;s attention is at the fitted share</source>
        <translation>内核测量表的注意力达到拟合份额时的头数</translation>
    </message>
    <message>
        <source>tokens at which half of attention&apos;s share is reached</source>
        <translation>达到注意力份额一半时的词元数</translation>
    </message>
    <message>
        <source>casts to block-scaled formats over plain ones</source>
        <translation>转换为块缩放格式相对普通格式</translation>
    </message>
    <message>
        <source>permutation of routed tokens, times 4 bytes a hidden element</source>
        <translation>路由词元的重排，每个隐藏元素乘以 4 字节</translation>
    </message>
    <message>
        <source>elementwise traffic of backward over forward, hidden width</source>
        <translation>反向相对前向的逐元素访存量，隐藏宽度</translation>
    </message>
    <message>
        <source>share of expert traffic that is exposed: dispatch and combine wait for each other</source>
        <translation>专家通信暴露的份额：分发与合并相互等待</translation>
    </message>
    <message>
        <source>share of the last micro-batches&apos; work that can hide data-parallel traffic</source>
        <translation>最后几个微批的工作中可隐藏数据并行通信的份额</translation>
    </message>
    <message>
        <source>latency of one step of a data-parallel ring, seconds</source>
        <translation>数据并行环每一步的延迟，秒</translation>
    </message>
    <message>
        <source>rate of double binary trees over rings&apos; (NCCL&apos;s tuning)</source>
        <translation>双二叉树相对环的速率（NCCL 的调优）</translation>
    </message>
    <message>
        <source>rate of sums in the network&apos;s switches over the network&apos;s (NCCL&apos;s tuning)</source>
        <translation>网络交换机内求和相对网络的速率（NCCL 的调优）</translation>
    </message>
    <message>
        <source>rate of all-reduces in a domain&apos;s switches over rings&apos; links (kernel tables)</source>
        <translation>域内交换机 all-reduce 相对环链路的速率（内核测量表）</translation>
    </message>
    <message>
        <source>share of the link that tables of collectives in a node reach (kernel tables)</source>
        <translation>节点内集合通信测量表达到的链路份额（内核测量表）</translation>
    </message>
    <message>
        <source>parameters of one bucket of gradients, at least</source>
        <translation>一个梯度桶至少包含的参数</translation>
    </message>
    <message>
        <source>fixed host time of a step, seconds</source>
        <translation>每步固定的主机时间，秒</translation>
    </message>
    <message>
        <source>optimizer&apos;s traffic of a local parameter, bytes</source>
        <translation>每个本地参数的优化器访存量，字节</translation>
    </message>
    <message>
        <source>gradient accumulation, bytes a parameter and micro-batch</source>
        <translation>梯度累加，每个参数与微批的字节数</translation>
    </message>
    <message>
        <source>share of layers that selective FSDP checkpointing computes again</source>
        <translation>选择性 FSDP 检查点重新计算的层的份额</translation>
    </message>
    <message>
        <source>DeepSpeed&apos;s Megatron follows its upstream from then on</source>
        <translation>自此起 DeepSpeed 的 Megatron 跟随其上游</translation>
    </message>
    <message>
        <source>share of memory above which eager allocators slow a job down</source>
        <translation>显存占用超过此份额后即时分配器会拖慢任务</translation>
    </message>
    <message>
        <source>share of memory over which that reaches its fitted size</source>
        <translation>在此显存份额范围内达到其拟合大小</translation>
    </message>
    <message>
        <source>from PyTorch 2.1 on checkpoints skip what nobody needs</source>
        <translation>自 PyTorch 2.1 起检查点跳过无人需要的部分</translation>
    </message>
    <message>
        <source>bytes of a logit in the loss, overwritten by its gradient</source>
        <translation>损失中每个 logit 的字节数，由其梯度覆盖</translation>
    </message>
    <message>
        <source>share of the loss&apos;s traffic in forward</source>
        <translation>前向中损失访存量的份额</translation>
    </message>
    <message>
        <source>hidden share of data-parallel traffic before 2023</source>
        <translation>2023 年之前数据并行通信被隐藏的份额</translation>
    </message>
    <message>
        <source>host seconds of a layer launched as graphs, forward and backward</source>
        <translation>以图启动的层的主机秒数，前向与反向</translation>
    </message>
    <message>
        <source>release at which the factor of dense models is 1</source>
        <translation>稠密模型系数为 1 的版本</translation>
    </message>
    <message>
        <source>first release with the newer path of experts</source>
        <translation>采用较新专家路径的首个版本</translation>
    </message>
    <message>
        <source>GPUs in one NVLink domain that count as a rack</source>
        <translation>算作一个机架的单个 NVLink 域内 GPU 数</translation>
    </message>
    <message>
        <source>share of the PCIe rate that an offloaded optimizer reaches</source>
        <translation>卸载的优化器所达到的 PCIe 速率份额</translation>
    </message>
    <message>
        <source>bytes of a logit held: 2 + 4, fused cross entropy</source>
        <translation>保留的每个 logit 字节数：2 + 4，融合交叉熵</translation>
    </message>
    <message>
        <source>bytes of communication and fused buffers</source>
        <translation>通信与融合缓冲区的字节数</translation>
    </message>
    <message>
        <source>what the allocator holds beyond activations, of them: 30 runs of 2026</source>
        <translation>分配器在激活之外占用的、占激活的份额：2026 年 30 次运行</translation>
    </message>
    <message>
        <source>CUDA and NCCL context and fused buffers as the driver reports them, GiB</source>
        <translation>驱动所报告的 CUDA、NCCL 上下文与融合缓冲区，GiB</translation>
    </message>
    <message>
        <source>FlashAttention&apos;s fused loss: 2 + 2 bytes a logit, of logits_bytes</source>
        <translation>FlashAttention 的融合损失：每个 logit 2 + 2 字节，占 logits_bytes</translation>
    </message>
    <message>
        <source>gradients overwrite logits: 2 bytes, of logits_bytes</source>
        <translation>梯度覆盖 logit：2 字节，占 logits_bytes</translation>
    </message>
    <message>
        <source>context without a framework beside the driver, GiB</source>
        <translation>驱动之外没有框架时的上下文，GiB</translation>
    </message>
    <message>
        <source>bytes of a weight in the form that 8-bit products read, hand-written trainers</source>
        <translation>8 位乘积读取形式下每个权重的字节数，手写训练程序</translation>
    </message>
    <message>
        <source>Megatron-DeepSpeed: fp32 copy of own gradients, bytes a sharded parameter</source>
        <translation>Megatron-DeepSpeed：自身梯度的 fp32 副本，每个分片参数的字节数</translation>
    </message>
    <message>
        <source>the context is at most this share of a card&apos;s capacity</source>
        <translation>上下文至多为显卡容量的此份额</translation>
    </message>
    <message>
        <source>share of unseen rows meant to lie beyond each end of a band</source>
        <translation>预期落在误差带每一端之外的未见行的份额</translation>
    </message>
    <message>
        <source>share of memory readings beyond each end as drawn: 78 to 80 % of unseen ones lie inside</source>
        <translation>落在所绘每一端之外的显存读数份额：未见读数的 78 至 80 % 在带内</translation>
    </message>
    <message>
        <source>GPUs of the smallest scale of bands</source>
        <translation>最小误差带规模的 GPU 数</translation>
    </message>
    <message>
        <source>measured over predicted, low end: dense, tuned vendor stack</source>
        <translation>实测与预测之比，下端：稠密，调优的厂商软件栈</translation>
    </message>
    <message>
        <source>width of the band, in logarithms: kernels measured on a sibling of the GPU</source>
        <translation>误差带宽度（对数）：内核在该 GPU 的同系列型号上测得</translation>
    </message>
    <message>
        <source>measured over predicted memory, low end: allocator&apos;s reading</source>
        <translation>显存实测与预测之比，下端：分配器读数</translation>
    </message>
    <message>
        <source>rate of host memory for each GPU, bytes a second: servers with PCIe 3 (DGX-1)</source>
        <translation>每块 GPU 的主机内存速率，字节每秒：PCIe 3 服务器（DGX-1）</translation>
    </message>
    <message>
        <source>rate of a Grace&apos;s memory, bytes a second, shared by the GPUs of a superchip</source>
        <translation>一块 Grace 的内存速率，字节每秒，由超级芯片的各 GPU 共享</translation>
    </message>
    <message>
        <source>share of the host memory&apos;s rate that an offloaded optimizer reaches</source>
        <translation>卸载的优化器所达到的主机内存速率份额</translation>
    </message>
    <message>
        <source>tensors of a layer that InternEvo deals to ranks whole, each a call when weights are sent</source>
        <translation>InternEvo 每层整块分给各卡的张量数,发送权重时每个所有者调用一次</translation>
    </message>
    <message>
        <source>share of a node&apos;s memory that offloaded state and activations may fill</source>
        <translation>卸载的状态与激活可占用的节点内存份额</translation>
    </message>
    <message>
        <source>share of the 16-bit peak of mixers that carry a state (KDA on H20)</source>
        <translation>带状态混合层占 16 位峰值的份额（H20 上的 KDA）</translation>
    </message>
    <message>
        <source>backward over forward of mixers that carry a state</source>
        <translation>带状态混合层反向与前向之比</translation>
    </message>
    <message>
        <source>forward share of the bf16 peak, CDNA</source>
        <translation>前向占 bf16 峰值的份额，CDNA</translation>
    </message>
    <message>
        <source>host seconds of a layer, forward and backward, Hugging Face&apos;s layers</source>
        <translation>每层前向与反向的主机时间（秒），Hugging Face 的层</translation>
    </message>
    <message>
        <source>what DeepSpeed&apos;s ZeRO-3 hooks add to it</source>
        <translation>DeepSpeed 的 ZeRO-3 钩子在此之上增加的时间</translation>
    </message>
    <message>
        <source>8-bit products over 16-bit ones, shares of their peaks, CDNA</source>
        <translation>8 位矩阵乘与 16 位矩阵乘占各自峰值份额之比，CDNA</translation>
    </message>
    <message>
        <source>forward share of the bf16 peak, FlashAttention 2 on Blackwell</source>
        <translation>前向占 bf16 峰值的份额，Blackwell 上的 FlashAttention 2</translation>
    </message>
    <message>
        <source>forward share of the bf16 peak, Gaudi</source>
        <translation>前向占 bf16 峰值的份额，Gaudi</translation>
    </message>
    <message>
        <source>of exposed expert traffic, left where it is overlapped</source>
        <translation>专家通信未隐藏部分在重叠后剩余的份额</translation>
    </message>
    <message>
        <source>launches of a layer of experts without graphs over those with some</source>
        <translation>专家层不使用图时的启动时间与使用部分图时之比</translation>
    </message>
    <message>
        <source>launches that latent attention adds without graphs</source>
        <translation>潜在注意力在不使用图时增加的启动时间</translation>
    </message>
    <message>
        <source>more launches of an eager layer that is computed again</source>
        <translation>即时执行的层重新计算时增加的启动时间</translation>
    </message>
    <message>
        <source>of products, done again by checkpointing by operator</source>
        <translation>按算子设置检查点时重新计算的矩阵乘份额</translation>
    </message>
    <message>
        <source>bytes a parameter of a layer that FSDP holds gathered</source>
        <translation>FSDP 保持聚集的层中每个参数的字节数</translation>
    </message>
    <message>
        <source>GiB of workspaces beside tensors in PyTorch-native stacks</source>
        <translation>PyTorch 原生软件栈中张量以外的工作区（GiB）</translation>
    </message>
    <message>
        <source>more bytes a hidden element that eager layers keep</source>
        <translation>即时执行的层为每个隐藏元素多保留的字节数</translation>
    </message>
    <message>
        <source>date of PyTorch 2.8</source>
        <translation>PyTorch 2.8 的日期</translation>
    </message>
    <message>
        <source>band of memory of stacks counted from their code, as a factor</source>
        <translation>按代码计数的软件栈的内存误差带（倍数）</translation>
    </message>
    <message>
        <source>traffic of scores where XLA makes softmax, mask and scale one kernel, over PyTorch&apos;s</source>
        <translation>XLA 将 softmax、掩码和缩放合为一个内核时分数的访存量，相对于 PyTorch</translation>
    </message>
    <message>
        <source>8-bit products with a scale for each row over those with one scale</source>
        <translation>逐行缩放的 8 位矩阵乘相对于单一缩放的</translation>
    </message>
    <message>
        <source>what each doubling of a ring adds to attention in PyTorch&apos;s context parallelism</source>
        <translation>PyTorch 上下文并行中环每扩大一倍给注意力增加的份额</translation>
    </message>
    <message>
        <source>hidden share of tensor-parallel traffic, PyTorch&apos;s asynchronous tensor parallelism</source>
        <translation>PyTorch 异步张量并行中被隐藏的张量并行通信份额</translation>
    </message>
    <message>
        <source>share of the all-to-all of a divided sequence&apos;s heads that is exposed</source>
        <translation>切分序列按头做 all-to-all 时暴露的份额</translation>
    </message>
    <message>
        <source>NVLink-C2C of one Grace, bytes a second and direction</source>
        <translation>一个 Grace 的 NVLink-C2C，单方向每秒字节数</translation>
    </message>
    <message>
        <source>bytes held of a logit in fp32 losses</source>
        <translation>fp32 损失中每个 logit 占用的字节</translation>
    </message>
    <message>
        <source>bytes held of a logit with torch.compile from PyTorch 2.8 on</source>
        <translation>PyTorch 2.8 起使用 torch.compile 时每个 logit 占用的字节</translation>
    </message>
    <message>
        <source>bytes held of a logit, loss in pieces</source>
        <translation>分块计算损失时每个 logit 占用的字节</translation>
    </message>
    <message>
        <source>speed-up a year of vendor software&apos;s own share of a step, dense, from 2024.5</source>
        <translation>厂商软件在单步中自身份额的每年提速，稠密模型，自 2024.5 起</translation>
    </message>
    <message>
        <source>half of a band as a factor: another GPU generation or software was measured, dense</source>
        <translation>区间半宽（倍数）：测过另一代 GPU 或另一种软件，稠密</translation>
    </message>
    <message>
        <source>half of a band as a factor: tables of kernels alone, dense</source>
        <translation>区间半宽（倍数）：仅有内核表，稠密</translation>
    </message>
    <message>
        <source>half of a band as a factor: a datasheet alone, dense</source>
        <translation>区间半宽（倍数）：仅有数据手册，稠密</translation>
    </message>
    <message>
        <source>width of the band, in logarithms: something that decides a step is not known</source>
        <translation>区间宽度（对数）：决定一步时间的某项未知</translation>
    </message>
    <message>
        <source>GEMM efficiency of a step over kernel tables, H100 and H200: sustained clock under the power limit</source>
        <translation>一步中 GEMM 效率与内核表之比，H100 与 H200：功率上限下的持续时钟</translation>
    </message>
    <message>
        <source>GEMM efficiency of a step over kernel tables, B200, B300, GB200, GB300</source>
        <translation>一步中 GEMM 效率与内核表之比，B200、B300、GB200、GB300</translation>
    </message>
    <message>
        <source>GEMM efficiency of a step over kernel tables, RTX PRO 6000 and RTX 50</source>
        <translation>一步中 GEMM 效率与内核表之比，RTX PRO 6000 与 RTX 50</translation>
    </message>
    <message>
        <source>GEMM efficiency of a step, Ada, without tables: clocks above the datasheet&apos;s boost</source>
        <translation>一步中的 GEMM 效率，Ada，无测量表：时钟高于数据手册的加速频率</translation>
    </message>
    <message>
        <source>GEMM efficiency of a step, V100, without tables</source>
        <translation>一步中的 GEMM 效率，V100，无测量表</translation>
    </message>
    <message>
        <source>forward share of the bf16 peak, cuDNN and FlashAttention 3 on H100</source>
        <translation>前向占 bf16 峰值的份额，H100 上的 cuDNN 与 FlashAttention 3</translation>
    </message>
    <message>
        <source>forward share of the bf16 peak, kernels written before Hopper on H100</source>
        <translation>前向占 bf16 峰值的份额，H100 上早于 Hopper 编写的内核</translation>
    </message>
    <message>
        <source>forward share of the bf16 peak, Blackwell</source>
        <translation>前向占 bf16 峰值的份额，Blackwell</translation>
    </message>
    <message>
        <source>elementwise bytes over bytes counted, eager PyTorch</source>
        <translation>逐元素字节数与计入字节数之比，即时执行的 PyTorch</translation>
    </message>
    <message>
        <source>host seconds of a layer in eager PyTorch, forward and backward</source>
        <translation>即时执行的 PyTorch 中一层的主机秒数，前向与反向</translation>
    </message>
    <message>
        <source>elementwise bytes over bytes counted, Megatron before 2023</source>
        <translation>逐元素字节数与计入字节数之比，2023 年之前的 Megatron</translation>
    </message>
    <message>
        <source>speed-up a year of vendor software&apos;s own share of a step, mixture of experts, from 2025.8</source>
        <translation>厂商软件自身部分每年的加速，混合专家，自 2025.8 起</translation>
    </message>
    <message>
        <source>tokens at which a kernel table&apos;s attention is at the fitted share</source>
        <translation>内核表的注意力达到拟合份额时的词元数</translation>
    </message>
    <message>
        <source>share of the 16-bit peak of mixers that carry a state, without matrix units</source>
        <translation>带状态的混合层占 16 位峰值的份额，不使用矩阵单元</translation>
    </message>
    <message>
        <source>elementwise traffic of backward over forward, width of the heads</source>
        <translation>反向与前向逐元素流量之比，头的宽度</translation>
    </message>
    <message>
        <source>elementwise traffic of backward over forward, width of the MLP</source>
        <translation>反向与前向逐元素流量之比，MLP 的宽度</translation>
    </message>
    <message>
        <source>share of the data-parallel window left where every backward pass hides its own traffic</source>
        <translation>每次反向都隐藏自身通信时，剩余的数据并行窗口份额</translation>
    </message>
    <message>
        <source>share of the link that tables of all-to-alls in a node reach (kernel tables)</source>
        <translation>节点内 all-to-all 测量表达到的链路份额（内核表）</translation>
    </message>
    <message>
        <source>parameters of one bucket of gradients for each rank, at least</source>
        <translation>每个秩的一个梯度桶至少含有的参数数</translation>
    </message>
    <message>
        <source>gradient accumulation before 2023, not fused into the product, bytes a parameter and micro-batch</source>
        <translation>2023 年之前的梯度累加，未融合进乘积，每参数每微批的字节数</translation>
    </message>
    <message>
        <source>bytes of a logit in the loss, read once and read and written in backward</source>
        <translation>损失中每个 logit 的字节数，读一次，反向中再读写一次</translation>
    </message>
    <message>
        <source>host seconds of a layer without Python, forward and backward</source>
        <translation>不使用 Python 时一层的主机秒数，前向与反向</translation>
    </message>
    <message>
        <source>release at which the factor of mixtures of experts is 1</source>
        <translation>混合专家的系数为 1 时的版本</translation>
    </message>
    <message>
        <source>rate of host memory for each GPU, bytes a second: servers with PCIe 4 (DGX A100)</source>
        <translation>每个 GPU 的主机内存速率，字节/秒：PCIe 4 服务器（DGX A100）</translation>
    </message>
    <message>
        <source>rate of host memory for each GPU, bytes a second: servers with PCIe 5 (DGX H100)</source>
        <translation>每个 GPU 的主机内存速率，字节/秒：PCIe 5 服务器（DGX H100）</translation>
    </message>
    <message>
        <source>rate of host memory for each GPU, bytes a second: servers with PCIe 6 (DGX B300)</source>
        <translation>每个 GPU 的主机内存速率，字节/秒：PCIe 6 服务器（DGX B300）</translation>
    </message>
    <message>
        <source>CUDA and NCCL context with one communicator as the driver reports them, GiB</source>
        <translation>驱动所报告的 CUDA 与 NCCL 上下文，只有一个通信器，GiB</translation>
    </message>
    <message>
        <source>Megatron-DeepSpeed&apos;s BF16 optimizer: fp32 gradients beside bf16 ones, bytes a local parameter</source>
        <translation>Megatron-DeepSpeed 的 BF16 优化器：bf16 梯度之外的 fp32 梯度，每个本地参数的字节数</translation>
    </message>
    <message>
        <source>GPUs of the middle scale of bands</source>
        <translation>区间中等规模的 GPU 数</translation>
    </message>
    <message>
        <source>measured over predicted, high end: dense, tuned vendor stack</source>
        <translation>实测与预测之比，上端：稠密，调优的厂商软件栈</translation>
    </message>
    <message>
        <source>measured over predicted, high end: dense, other stacks</source>
        <translation>实测与预测之比，上端：稠密，其他软件栈</translation>
    </message>
    <message>
        <source>measured over predicted, high end: dense, GPU generations or stacks measured at one site or none</source>
        <translation>实测与预测之比，上端：稠密，仅在一处或未实测的 GPU 代次或软件栈</translation>
    </message>
    <message>
        <source>measured over predicted, high end: mixtures of experts</source>
        <translation>实测与预测之比，上端：混合专家</translation>
    </message>
    <message>
        <source>measured over predicted memory, high end: allocator&apos;s reading</source>
        <translation>显存实测与预测之比，上端：分配器读数</translation>
    </message>
    <message>
        <source>measured over predicted memory, high end: device&apos;s reading, or none stated</source>
        <translation>显存实测与预测之比，上端：设备读数，或未说明</translation>
    </message>
    <message>
        <source>measured over predicted, low end: dense, other stacks</source>
        <translation>实测与预测之比，下端：稠密，其他软件栈</translation>
    </message>
    <message>
        <source>measured over predicted, low end: dense, GPU generations or stacks measured at one site or none</source>
        <translation>实测与预测之比，下端：稠密，仅在一处或未实测的 GPU 代次或软件栈</translation>
    </message>
    <message>
        <source>measured over predicted, low end: mixtures of experts</source>
        <translation>实测与预测之比，下端：混合专家</translation>
    </message>
    <message>
        <source>width of the band, in logarithms: kernels measured on the GPU itself</source>
        <translation>区间宽度（对数）：内核在该 GPU 本身上测得</translation>
    </message>
    <message>
        <source>width of the band, in logarithms: up to 8 GPUs</source>
        <translation>区间宽度（对数）：至多 8 个 GPU</translation>
    </message>
    <message>
        <source>width of the band, in logarithms: up to 256 GPUs</source>
        <translation>区间宽度（对数）：至多 256 个 GPU</translation>
    </message>
    <message>
        <source>width of the band, in logarithms: more than 256 GPUs</source>
        <translation>区间宽度（对数）：多于 256 个 GPU</translation>
    </message>
    <message>
        <source>width of the band, in logarithms: data parallel</source>
        <translation>区间宽度（对数）：数据并行</translation>
    </message>
    <message>
        <source>width of the band, in logarithms: weights in shards</source>
        <translation>区间宽度（对数）：权重分片</translation>
    </message>
    <message>
        <source>width of the band, in logarithms: tensor, context or expert parallel</source>
        <translation>区间宽度（对数）：张量、上下文或专家并行</translation>
    </message>
    <message>
        <source>width of the band, in logarithms: pipelines</source>
        <translation>区间宽度（对数）：流水线</translation>
    </message>
    <message>
        <source>measured over predicted memory, low end: device&apos;s reading, or none stated</source>
        <translation>显存实测与预测之比，下端：设备读数，或未说明</translation>
    </message>
    <message>
        <source>GEMM efficiency of a step, Ada under a server&apos;s power limit (L40S, L40)</source>
        <translation>一步中的 GEMM 效率，受服务器功率限制的 Ada（L40S、L40）</translation>
    </message>
    <message>
        <source>GEMM efficiency of a step, CDNA, without tables</source>
        <translation>一步中的 GEMM 效率，CDNA，没有内核表</translation>
    </message>
    <message>
        <source>GEMM efficiency of a step, Gaudi, without tables</source>
        <translation>一步中的 GEMM 效率，Gaudi，没有内核表</translation>
    </message>
    <message>
        <source>elementwise bytes over bytes counted, torch.compile</source>
        <translation>逐元素字节数与计入字节数之比，torch.compile</translation>
    </message>
    <message>
        <source>bytes of a logit in the loss, torch.compile</source>
        <translation>损失中每个 logit 的字节数，torch.compile</translation>
    </message>
    <message>
        <source>elementwise bytes over bytes counted, eager PyTorch from 2024 on, without fused norms and rotations</source>
        <translation>逐元素字节数与计入字节数之比，2024 年起的即时执行 PyTorch，归一化与旋转未融合</translation>
    </message>
    <message>
        <source>elementwise bytes over bytes counted, Hugging Face&apos;s layers</source>
        <translation>逐元素字节数与计入字节数之比，Hugging Face 的层</translation>
    </message>
    <message>
        <source>compute lost to a second of hidden traffic of FSDP2 and DeepSpeed, whose collectives share the device</source>
        <translation>每一秒被隐藏的通信所损失的计算，FSDP2 与 DeepSpeed，其集合通信与计算共用设备</translation>
    </message>
    <message>
        <source>forward share of the bf16 peak, attention as PyTorch calls it on A100</source>
        <translation>前向占 bf16 峰值的份额，A100 上由 PyTorch 调用的注意力</translation>
    </message>
    <message>
        <source>casts of PyTorch&apos;s own stacks over fused ones</source>
        <translation>PyTorch 自有软件栈的类型转换与融合转换之比</translation>
    </message>
    <message>
        <source>share of links in a node that dispatchers reach that send a token once a node</source>
        <translation>词元每节点只发送一次的分发器达到的节点内链路份额</translation>
    </message>
    <message>
        <source>share of the network that dispatchers reach that send a token once a node</source>
        <translation>词元每节点只发送一次的分发器达到的网络份额</translation>
    </message>
    <message>
        <source>bytes a parameter of embedding and head that FSDP holds gathered</source>
        <translation>FSDP 保持聚合的嵌入与输出头，每个参数的字节数</translation>
    </message>
    <message>
        <source>more that eager layers keep of the feed-forward part, as a share of it</source>
        <translation>即时执行的层多保留的前馈部分，占其份额</translation>
    </message>
    <message>
        <source>half of a band as a factor: another GPU generation or software was measured, experts</source>
        <translation>半区间系数：实测过另一 GPU 代次或软件，专家混合</translation>
    </message>
    <message>
        <source>half of a band as a factor: tables of kernels alone, experts</source>
        <translation>半区间系数：仅有内核表，专家混合</translation>
    </message>
    <message>
        <source>half of a band as a factor: a datasheet alone, experts</source>
        <translation>半区间系数：仅有数据手册，专家混合</translation>
    </message>
    <message>
        <source>width of the band, in logarithms: mixers that carry a state</source>
        <translation>区间宽度（对数）：带状态的混合层</translation>
    </message>
    <message>
        <source>band of memory where something of the run is not stated, as a factor</source>
        <translation>运行有未说明之处时的显存区间系数</translation>
    </message>
</context>
<context>
    <name>Money</name>
    <message>
        <source>%1/1T tokens</source>
        <comment>sign of a currency</comment>
        <translation>%1/1T 词元</translation>
    </message>
    <message>
        <source>In %1. Kept in US dollars: 1 USD = %2 %1 of %3, as entered in the preferences.</source>
        <translation>以 %1 计。内部以美元保存：1 USD = %2 %1（%3），汇率为首选项中所输入。</translation>
    </message>
    <message>
        <source>1 USD = %1 %2, %3, entered</source>
        <comment>rate, currency, date</comment>
        <translation>1 USD = %1 %2，%3，手动输入</translation>
    </message>
    <message>
        <source>%1 dollars</source>
        <translation>%1 美元</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>amount, code of a currency</comment>
        <translation>%1 %2</translation>
    </message>
    <message numerus="yes">
        <source>%1; older than %n days</source>
        <comment>rate</comment>
        <translation>
            <numerusform>%1；已超过 %n 天</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Numbers</name>
    <message>
        <source>days</source>
        <comment>unit</comment>
        <translation>天</translation>
    </message>
    <message>
        <source>%1 (%2 to %3)</source>
        <comment>198 days (181 to 221)</comment>
        <translation>%1（%2 至 %3）</translation>
    </message>
</context>
<context>
    <name>Pareto</name>
    <message>
        <source>GPUs used</source>
        <translation>使用的 GPU</translation>
    </message>
    <message>
        <source>peak memory, % of the limit</source>
        <translation>峰值显存，占上限 %</translation>
    </message>
    <message>
        <source>seconds a step</source>
        <translation>每步秒数</translation>
    </message>
    <message>
        <source>tokens/s per GPU</source>
        <translation>词元/秒/GPU</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>%1, thousand</source>
        <comment>axis</comment>
        <translation>%1，千</translation>
    </message>
    <message>
        <source>%1, million</source>
        <comment>axis</comment>
        <translation>%1，百万</translation>
    </message>
    <message>
        <source>%1, billion</source>
        <comment>axis</comment>
        <translation>%1，十亿</translation>
    </message>
    <message>
        <source>limit %1</source>
        <translation>上限 %1</translation>
    </message>
    <message>
        <source>budget %1</source>
        <translation>预算 %1</translation>
    </message>
    <message>
        <source>deadline %1</source>
        <translation>期限 %1</translation>
    </message>
    <message>
        <source>bound %1</source>
        <translation>界 %1</translation>
    </message>
</context>
<context>
    <name>ParetoFigure</name>
    <message>
        <source>best, number 1 of the ranking</source>
        <translation>最优，排名第 1</translation>
    </message>
    <message>
        <source>tokens per second</source>
        <translation>每秒词元数</translation>
    </message>
    <message>
        <source>better</source>
        <translation>更好</translation>
    </message>
    <message>
        <source>limit %1</source>
        <translation>上限 %1</translation>
    </message>
    <message>
        <source>%1 per 10¹² tokens</source>
        <comment>sign of a currency</comment>
        <translation>每 10¹² 词元的费用（%1）</translation>
    </message>
</context>
<context>
    <name>Placements</name>
    <message>
        <source>layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>%1 layers over %2 machines</source>
        <translation>%2 台机器上的 %1 层</translation>
    </message>
    <message>
        <source>Layers are laid over machines by their rates and links: change those.</source>
        <translation>层按机器的速率与链路放置：请修改它们。</translation>
    </message>
    <message>
        <source>the seconds that a GPU takes for an output token of the flow</source>
        <translation>流中一个 GPU 产出一个输出词元的秒数</translation>
    </message>
    <message>
        <source>No layout lets requests through as promised</source>
        <translation>没有布局能按承诺通过请求</translation>
    </message>
    <message>
        <source>%1 tok/s</source>
        <translation>%1 词元/秒</translation>
    </message>
    <message>
        <source>Best of all layouts</source>
        <translation>所有布局中的最佳</translation>
    </message>
    <message>
        <source>Within %1 of the bound on all layouts</source>
        <translation>与所有布局的界相差 %1 以内</translation>
    </message>
</context>
<context>
    <name>PoolFace</name>
    <message>
        <source>layers %1 – %2</source>
        <translation>第 %1 – %2 层</translation>
    </message>
    <message>
        <source>%1 · limits</source>
        <comment>layers</comment>
        <translation>%1 · 受限</translation>
    </message>
    <message>
        <source>%1 · link limits</source>
        <comment>layers</comment>
        <translation>%1 · 链路受限</translation>
    </message>
</context>
<context>
    <name>PostTrainings</name>
    <message>
        <source>roles</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Roles are placed by what their calls take: change the job&apos;s layouts.</source>
        <translation>角色按其各次调用的耗时放置：请更改任务的 layouts。</translation>
    </message>
    <message>
        <source>one iteration, from the first call to the weights at the engine</source>
        <translation>一次迭代，从第一次调用到权重送达推理引擎</translation>
    </message>
    <message>
        <source>No placement holds all roles</source>
        <translation>没有能容纳所有角色的放置</translation>
    </message>
    <message>
        <source>%1 an iteration</source>
        <translation>每次迭代 %1</translation>
    </message>
    <message>
        <source>Best of all placements</source>
        <translation>所有放置中的最佳</translation>
    </message>
    <message>
        <source>Engines inside trainers against servers</source>
        <translation>训练程序内的引擎相对于独立服务</translation>
    </message>
    <message>
        <source>An engine wakes to take in weights</source>
        <translation>引擎唤醒以接收权重</translation>
    </message>
    <message>
        <source>Weights gathered and renamed tensor by tensor, rate of a GPU</source>
        <translation>逐张量收集并重命名权重，每个 GPU 的速率</translation>
    </message>
    <message>
        <source>Weights to engines on other GPUs, rate of a GPU that takes them in</source>
        <translation>权重传到其他 GPU 上的引擎，每个接收 GPU 的速率</translation>
    </message>
    <message>
        <source>Share of the network that a broadcast of weights reaches</source>
        <translation>权重广播所达到的网络带宽份额</translation>
    </message>
    <message>
        <source>Models to host memory and back, rate of a GPU</source>
        <translation>模型移至主机内存及移回，每个 GPU 的速率</translation>
    </message>
    <message>
        <source>Spread of the logarithm of lengths, where a mean and a longest are stated</source>
        <translation>给出平均与最长时，长度对数的离散程度</translation>
    </message>
    <message>
        <source>Share of the spread of lengths that lies between prompts</source>
        <translation>长度离散程度中来自提示之间差异的份额</translation>
    </message>
    <message>
        <source>%1 times</source>
        <translation>%1 倍</translation>
    </message>
    <message>
        <source>No placement keeps the limits</source>
        <translation>没有满足限制的放置</translation>
    </message>
    <message>
        <source>Stopped early — nothing found yet</source>
        <translation>提前停止 — 尚无结果</translation>
    </message>
    <message>
        <source>Dataflow</source>
        <translation>数据流</translation>
    </message>
    <message>
        <source>Roles</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>role, its model</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Prompts an iteration</source>
        <translation>每次迭代的提示数</translation>
    </message>
    <message>
        <source>Answers to a prompt</source>
        <translation>每个提示的回答数</translation>
    </message>
    <message>
        <source>Prompt tokens</source>
        <translation>提示词元数</translation>
    </message>
    <message>
        <source>Answer tokens</source>
        <translation>回答词元数</translation>
    </message>
    <message>
        <source>Mini-batches</source>
        <translation>小批次数</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>Padding</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>none, samples are packed</source>
        <translation>无，样本打包</translation>
    </message>
    <message>
        <source>to the longest sample</source>
        <translation>填充到最长的样本</translation>
    </message>
    <message>
        <source>Generation ahead</source>
        <translation>提前生成</translation>
    </message>
    <message>
        <source>synchronous</source>
        <translation>同步</translation>
    </message>
    <message numerus="yes">
        <source>%n step(s) ahead</source>
        <translation>
            <numerusform>提前 %n 步</numerusform>
        </translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Engine of</source>
        <translation>引擎版本</translation>
    </message>
    <message>
        <source>Asked layouts</source>
        <translation>要求的布局</translation>
    </message>
    <message>
        <source>No placement has a cheaper iteration: %1.</source>
        <translation>没有任何放置的迭代费用低于 %1。</translation>
    </message>
    <message>
        <source>No placement takes fewer GPUs: %1.</source>
        <translation>没有任何放置使用的 GPU 少于 %1 个。</translation>
    </message>
    <message>
        <source>No placement has a shorter iteration: %1.</source>
        <translation>没有任何放置的迭代时间短于 %1。</translation>
    </message>
    <message>
        <source>The search was stopped: there may be better ones.</source>
        <translation>搜索已停止：可能还有更好的放置。</translation>
    </message>
    <message>
        <source>So nothing better exists within these predictions and these numbers of GPUs.</source>
        <translation>因此在这些预测与这些 GPU 数量之内，不存在更好的放置。</translation>
    </message>
    <message>
        <source>What limits it is %1, %2 of the iteration. %3</source>
        <comment>part, share, what that means</comment>
        <translation>制约因素是%1，占迭代的 %2。%3</translation>
    </message>
    <message>
        <source>All roles take turns on the same GPUs, so that none of them waits for another set.</source>
        <translation>所有角色在相同的 GPU 上轮流运行，因此都不必等待另一组。</translation>
    </message>
    <message>
        <source>%1 more of %2</source>
        <comment>time, part</comment>
        <translation>%2多用 %1</translation>
    </message>
    <message>
        <source>%1 less of %2</source>
        <comment>time, part</comment>
        <translation>%2少用 %1</translation>
    </message>
    <message>
        <source>%1 is %2 behind</source>
        <comment>a form, share</comment>
        <translation>%1 落后 %2</translation>
    </message>
    <message>
        <source>%1 is as good</source>
        <comment>a form</comment>
        <translation>%1 同样好</translation>
    </message>
    <message>
        <source>By how roles share GPUs: %1.</source>
        <translation>按角色共享 GPU 的方式：%1。</translation>
    </message>
    <message>
        <source>reading of prompts</source>
        <translation>读取提示</translation>
    </message>
    <message>
        <source>decoding</source>
        <translation>解码</translation>
    </message>
    <message>
        <source>the last answers</source>
        <translation>最后的回答</translation>
    </message>
    <message>
        <source>forward passes</source>
        <translation>前向传播</translation>
    </message>
    <message>
        <source>updates</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>re-sharding of weights</source>
        <translation>权重的重新分片</translation>
    </message>
    <message>
        <source>moves to host memory</source>
        <translation>移至主机内存</translation>
    </message>
    <message>
        <source>weights to the engines</source>
        <translation>权重送往引擎</translation>
    </message>
    <message>
        <source>rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>waiting for samples</source>
        <translation>等待样本</translation>
    </message>
    <message>
        <source>Prompts are read at the pace of arithmetic: GPUs with more of it help.</source>
        <translation>读取提示的快慢取决于算力：算力更强的 GPU 有帮助。</translation>
    </message>
    <message>
        <source>Each step reads weights, keys and values: memory bandwidth and room for more samples at once help.</source>
        <translation>每一步都要读取权重、键与值：更高的显存带宽，以及可同时容纳更多样本的空间有帮助。</translation>
    </message>
    <message>
        <source>Few samples are left, and each step still reads all weights: a lower longest answer, or generation ahead of training, helps.</source>
        <translation>剩下的样本很少，而每一步仍要读取全部权重：降低最长回答的长度，或在训练之前提前生成，会有帮助。</translation>
    </message>
    <message>
        <source>Every sample is read once by each model that judges it: arithmetic helps.</source>
        <translation>每个样本由评判它的每个模型读取一次：算力有帮助。</translation>
    </message>
    <message>
        <source>Updates go at the pace of arithmetic: more GPUs or faster ones for them help.</source>
        <translation>更新的快慢取决于算力：为其使用更多或更快的 GPU 有帮助。</translation>
    </message>
    <message>
        <source>Engines take in new weights after each iteration: layouts that are alike help.</source>
        <translation>引擎在每次迭代后接收新的权重：彼此相近的布局有帮助。</translation>
    </message>
    <message>
        <source>Models do not fit beside each other and move to host memory: more memory or further sets help.</source>
        <translation>各模型无法同时放下，须移至主机内存：更多显存或更多组有帮助。</translation>
    </message>
    <message>
        <source>Weights go over the network to engines that stand apart: a faster one helps.</source>
        <translation>权重经网络送往独立的引擎：更快的网络有帮助。</translation>
    </message>
    <message>
        <source>Answers wait for a rule that needs no GPU: more of them at once help.</source>
        <translation>回答在等待不需要 GPU 的规则：同时处理更多回答有帮助。</translation>
    </message>
    <message>
        <source>Samples of the iteration before are not done: more GPUs for generation help.</source>
        <translation>上一次迭代的样本尚未完成：为生成使用更多 GPU 有帮助。</translation>
    </message>
    <message>
        <source>all roles on the same GPUs</source>
        <translation>所有角色使用相同的 GPU</translation>
    </message>
    <message>
        <source>two sets of GPUs</source>
        <translation>两组 GPU</translation>
    </message>
    <message>
        <source>each role on GPUs of its own</source>
        <translation>各角色使用各自的 GPU</translation>
    </message>
    <message>
        <source>a rule that takes no time</source>
        <translation>不耗时的规则</translation>
    </message>
    <message>
        <source>a rule, %1 a sample, %2 samples at once</source>
        <comment>time, count</comment>
        <translation>规则，每个样本 %1，同时 %2 个样本</translation>
    </message>
    <message>
        <source>a rule, %1 a sample, one sample behind the other</source>
        <comment>time</comment>
        <translation>规则，每个样本 %1，逐个处理样本</translation>
    </message>
    <message>
        <source>, adapters of rank %1</source>
        <translation>，秩为 %1 的适配器</translation>
    </message>
    <message>
        <source>the weights of %1</source>
        <comment>a role</comment>
        <translation>%1的权重</translation>
    </message>
    <message>
        <source>%1, %2 parameters</source>
        <comment>model, count</comment>
        <translation>%1，%2 个参数</translation>
    </message>
    <message>
        <source>%1 tokens on average</source>
        <translation>平均 %1 个词元</translation>
    </message>
    <message>
        <source>%1, %2 at most</source>
        <comment>mean, tokens</comment>
        <translation>%1，至多 %2</translation>
    </message>
    <message>
        <source>The next one: %1. %2</source>
        <comment>placement, why it is behind</comment>
        <translation>其次：%1。%2</translation>
    </message>
    <message>
        <source>It is the first.</source>
        <translation>它就是第一名。</translation>
    </message>
    <message>
        <source>It is %1 behind</source>
        <comment>share</comment>
        <translation>落后 %1</translation>
    </message>
    <message>
        <source>It is as good</source>
        <translation>同样好</translation>
    </message>
    <message>
        <source>%1.</source>
        <comment>how far behind</comment>
        <translation>%1。</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <comment>how far behind, by which parts</comment>
        <translation>%1：%2。</translation>
    </message>
    <message>
        <source>Iteration</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>Cost of an iteration</source>
        <translation>每次迭代的费用</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>GPUs at work</source>
        <translation>GPU 的忙碌占比</translation>
    </message>
    <message>
        <source>Actor</source>
        <translation>策略模型</translation>
    </message>
    <message>
        <source>Critic</source>
        <translation>价值模型</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>参考模型</translation>
    </message>
    <message>
        <source>Reward</source>
        <translation>奖励模型</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>代价模型</translation>
    </message>
    <message>
        <source>rollout</source>
        <translation>采样生成</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>基线</translation>
    </message>
    <message>
        <source>old log-probabilities</source>
        <translation>旧对数概率</translation>
    </message>
    <message>
        <source>reference log-probabilities</source>
        <translation>参考对数概率</translation>
    </message>
    <message>
        <source>values</source>
        <translation>价值</translation>
    </message>
    <message>
        <source>rewards</source>
        <translation>奖励</translation>
    </message>
    <message>
        <source>costs</source>
        <translation>代价</translation>
    </message>
    <message>
        <source>training of the critic</source>
        <translation>价值模型的训练</translation>
    </message>
    <message>
        <source>training of the actor</source>
        <translation>策略模型的训练</translation>
    </message>
    <message>
        <source>%1 (%2 to %3)</source>
        <comment>a time with its band</comment>
        <translation>%1（%2 至 %3）</translation>
    </message>
    <message>
        <source>generates</source>
        <translation>生成</translation>
    </message>
    <message>
        <source>runs forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>trains</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>by hand</source>
        <comment>a dataflow</comment>
        <translation>手动描述</translation>
    </message>
    <message>
        <source>%1 (engine)</source>
        <comment>role</comment>
        <translation>%1（引擎）</translation>
    </message>
    <message>
        <source>%1 (training)</source>
        <comment>role</comment>
        <translation>%1（训练）</translation>
    </message>
    <message>
        <source>%1 on %2 %3</source>
        <comment>roles, number of GPUs, pool</comment>
        <translation>%2 × %3 上的%1</translation>
    </message>
    <message>
        <source>%1 generates %2</source>
        <comment>role, layout</comment>
        <translation>%1生成 %2</translation>
    </message>
    <message>
        <source>%1 trains %2</source>
        <comment>role, layout</comment>
        <translation>%1训练 %2</translation>
    </message>
    <message>
        <source>%1 runs forward %2</source>
        <comment>role, layout</comment>
        <translation>%1前向 %2</translation>
    </message>
    <message>
        <source>colocated</source>
        <translation>共置</translation>
    </message>
    <message>
        <source>split</source>
        <translation>拆分</translation>
    </message>
    <message>
        <source>stand-alone</source>
        <translation>独立</translation>
    </message>
    <message>
        <source>Time of one iteration, from the first call to the weights at the engine, with the band of the prediction</source>
        <translation>一次迭代的时间，从第一次调用到权重送达引擎，含预测的区间</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>Tokens of prompts and answers of an iteration over its time</source>
        <translation>一次迭代的提示与回答词元数除以其用时</translation>
    </message>
    <message>
        <source>%1/iteration</source>
        <comment>sign of a currency</comment>
        <translation>%1/迭代</translation>
    </message>
    <message>
        <source>What the GPUs of all sets cost while an iteration runs</source>
        <translation>一次迭代期间各组 GPU 的费用</translation>
    </message>
    <message>
        <source>GPUs of all sets</source>
        <translation>各组 GPU 的总数</translation>
    </message>
    <message>
        <source>Sets</source>
        <translation>组数</translation>
    </message>
    <message>
        <source>How many sets of GPUs the roles stand in: colocated in one, stand-alone where each has its own, else split</source>
        <translation>角色分布在几组 GPU 上：全在一组为共置，各有自己的一组为独立，否则为拆分</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>number of sets, how they stand</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>忙碌</translation>
    </message>
    <message>
        <source>Share of the GPUs&apos; time in an iteration in which they work</source>
        <translation>一次迭代中 GPU 处于工作状态的时间份额</translation>
    </message>
    <message>
        <source>Peak mem</source>
        <translation>峰值显存</translation>
    </message>
    <message>
        <source>Memory of the fullest GPU in its fullest phase</source>
        <translation>最满的 GPU 在其占用最多的时段的显存</translation>
    </message>
    <message>
        <source>Proof</source>
        <translation>证明</translation>
    </message>
    <message>
        <source>Whether no other placement was left that could be better</source>
        <translation>是否已没有可能更好的其他放置</translation>
    </message>
    <message>
        <source>Each role fits by itself, but not together with the others on these GPUs.</source>
        <translation>每个角色单独都放得下，但在这些 GPU 上无法与其他角色同时放下。</translation>
    </message>
    <message>
        <source>No GPU type of the cluster can run %1.</source>
        <comment>a role</comment>
        <translation>集群中没有能运行%1的 GPU 类型。</translation>
    </message>
    <message>
        <source>%1 takes at least %2 of a GPU, and %3 are free.</source>
        <comment>a role, two sizes</comment>
        <translation>%1至少需要一个 GPU 的 %2 显存，而可用的为 %3。</translation>
    </message>
    <message>
        <source>not proven</source>
        <translation>未证明</translation>
    </message>
    <message>
        <source>at most %1 behind</source>
        <translation>至多落后 %1</translation>
    </message>
    <message>
        <source>proven</source>
        <translation>已证明</translation>
    </message>
    <message>
        <source>The GPUs work %1 of the time; %2 waits longest, %3 of the iteration.</source>
        <comment>share, set of roles on GPUs, share</comment>
        <translation>GPU 有 %1 的时间在工作；%2 等待最久，占迭代的 %3。</translation>
    </message>
    <message>
        <source>%1 is this one</source>
        <comment>a form</comment>
        <translation>此方案为%1</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <comment>set of GPUs, layouts</comment>
        <translation>%1：%2。</translation>
    </message>
    <message>
        <source>Answers are generated by %1.</source>
        <comment>an engine</comment>
        <translation>回答由 %1 生成。</translation>
    </message>
    <message>
        <source>%1 and %2.</source>
        <comment>placements, branches</comment>
        <translation>%1，%2。</translation>
    </message>
    <message numerus="yes">
        <source>%n placement(s) were played through</source>
        <translation>
            <numerusform>完整推演了 %n 种放置方式</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n branch(es) cut by bounds</source>
        <translation>
            <numerusform>由界剪去 %n 个分支</numerusform>
        </translation>
    </message>
    <message>
        <source>Of the iteration: %1.</source>
        <comment>parts</comment>
        <translation>一次迭代中：%1。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>role, model</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Answers cut at the longest allowed: how long the last one is, beside the spread</source>
        <translation>在最长允许处截断的回答：除离散程度外，最后一个回答有多长</translation>
    </message>
    <message>
        <source>The band crosses the %1, %2: that may not hold.</source>
        <comment>name of a limit, its value</comment>
        <translation>范围越过了 %1（%2）：可能无法保证。</translation>
    </message>
    <message>
        <source>The whole band is within the %1, %2.</source>
        <comment>name of a limit, its value</comment>
        <translation>整个范围都在 %1（%2）之内。</translation>
    </message>
    <message>
        <source>With failures, the whole job takes %1 and costs %2.</source>
        <comment>time, money</comment>
        <translation>计入故障，整个任务用时 %1，成本 %2。</translation>
    </message>
    <message>
        <source>With failures, the whole job takes %1.</source>
        <comment>time</comment>
        <translation>计入故障，整个任务用时 %1。</translation>
    </message>
    <message>
        <source>is not within the limits</source>
        <comment>a form of placements</comment>
        <translation>不在限制之内</translation>
    </message>
    <message>
        <source>does not fit</source>
        <comment>a form of placements</comment>
        <translation>放不下</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <comment>roles, sets of GPUs</comment>
        <translation>%1，位于 %2</translation>
    </message>
    <message numerus="yes">
        <source>%n role(s)</source>
        <translation>
            <numerusform>%n 个角色</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n set(s) of GPUs</source>
        <translation>
            <numerusform>%n 组 GPU</numerusform>
        </translation>
    </message>
    <message>
        <source>Whole job</source>
        <translation>整个任务</translation>
    </message>
    <message>
        <source>Time with its band, and cost, of all iterations of the job, with failures</source>
        <translation>任务全部迭代的时间（含范围）与成本，计入故障</translation>
    </message>
</context>
<context>
    <name>Reasons</name>
    <message>
        <source>usual for one message between two GPUs of a node</source>
        <translation>节点内两块 GPU 间一条消息的通常值</translation>
    </message>
    <message>
        <source>usual for one message over RDMA</source>
        <translation>经 RDMA 的一条消息的通常值</translation>
    </message>
    <message>
        <source>the slower of the two pools&apos; networks</source>
        <translation>两个资源池中较慢的网络</translation>
    </message>
    <message>
        <source>equal nodes, joined by a network as fast as their own</source>
        <translation>相同的节点，由与其自身一样快的网络相连</translation>
    </message>
    <message>
        <source>the rack that %1 is sold in</source>
        <translation>%1 所随售的机架</translation>
    </message>
    <message>
        <source>%1 joins %2 GPUs, the node has %3: PCIe between the rest</source>
        <translation>%1 连接 %2 块 GPU，节点有 %3 块：其余之间用 PCIe</translation>
    </message>
    <message>
        <source>the bandwidth of %1 is not known: PCIe</source>
        <translation>%1 的带宽未知：取 PCIe</translation>
    </message>
    <message>
        <source>(%1 W / %2 W)^%3: matrix rates under a power limit</source>
        <translation>(%1 W / %2 W)^%3：功率上限下的矩阵速率</translation>
    </message>
    <message>
        <source>rough street estimate: %1</source>
        <translation>粗略的市场估价：%1</translation>
    </message>
    <message>
        <source>press estimate: %1</source>
        <translation>媒体估价：%1</translation>
    </message>
    <message>
        <source>single-unit list: %1</source>
        <translation>单件标价：%1</translation>
    </message>
    <message>
        <source>superchip server: %1</source>
        <translation>超级芯片服务器：%1</translation>
    </message>
    <message>
        <source>re-sale: %1</source>
        <translation>转售：%1</translation>
    </message>
    <message>
        <source>listing (%1): %2</source>
        <translation>标价（%1）：%2</translation>
    </message>
    <message>
        <source>listing: %1</source>
        <translation>标价：%1</translation>
    </message>
    <message>
        <source>per card in %1: %2</source>
        <translation>%1 中的每卡价格：%2</translation>
    </message>
    <message>
        <source>per GPU in %1, on sale: %2</source>
        <translation>%1 中的每 GPU 促销价：%2</translation>
    </message>
    <message>
        <source>per GPU in %1: %2</source>
        <translation>%1 中的每 GPU 价格：%2</translation>
    </message>
    <message>
        <source>Megatron-LM&apos;s default</source>
        <translation>Megatron-LM 的默认值</translation>
    </message>
    <message>
        <source>default of stacks since 2023</source>
        <translation>2023 年以来软件栈的默认值</translation>
    </message>
    <message>
        <source>balanced routing, as the measured runs force it (Megatron-Bridge&apos;s performance recipes)</source>
        <translation>均衡路由，实测运行即如此强制（Megatron-Bridge 的性能配方）</translation>
    </message>
    <message>
        <source>default</source>
        <translation>默认值</translation>
    </message>
    <message>
        <source>share of memory left free</source>
        <translation>留空的显存份额</translation>
    </message>
    <message>
        <source>no kernel tables for %1: efficiencies of its nearest measured type</source>
        <translation>没有 %1 的内核测量表：取最相近的已实测类型的效率</translation>
    </message>
    <message>
        <source>training stack as new as the newest measured one</source>
        <translation>训练软件栈与最新实测者同样新</translation>
    </message>
    <message>
        <source>419 unexpected interruptions in 54 days on 16,384 H100 (Llama 3, 2024)</source>
        <translation>16,384 块 H100 在 54 天内有 419 次意外中断（Llama 3，2024）</translation>
    </message>
    <message>
        <source>2 TB/s for 24,576 GPUs (Llama 3, 2024)</source>
        <translation>24,576 块 GPU 共 2 TB/s（Llama 3，2024）</translation>
    </message>
    <message>
        <source>noticing a failure, replacing the node, starting again</source>
        <translation>发现故障、更换节点、重新启动</translation>
    </message>
    <message>
        <source>driver and communication context, at most a tenth of a card</source>
        <translation>驱动与通信上下文，至多为显卡的十分之一</translation>
    </message>
    <message>
        <source>%1 default</source>
        <translation>%1 的默认值</translation>
    </message>
    <message>
        <source>only the text part is planned</source>
        <translation>只规划文本部分</translation>
    </message>
    <message>
        <source>absent: none</source>
        <translation>未出现：无</translation>
    </message>
    <message>
        <source>absent</source>
        <translation>未出现</translation>
    </message>
    <message>
        <source>entered</source>
        <translation>手动输入</translation>
    </message>
    <message>
        <source>arguments of Megatron-LM</source>
        <translation>Megatron-LM 的参数</translation>
    </message>
    <message>
        <source>sum over tensors</source>
        <translation>各张量之和</translation>
    </message>
    <message>
        <source>total - experts not chosen</source>
        <translation>总数 − 未选中的专家</translation>
    </message>
    <message>
        <source>%1: packed or without a count</source>
        <translation>%1：已打包或没有计数</translation>
    </message>
    <message>
        <source>one network card a GPU, as built with this generation</source>
        <translation>每块 GPU 一张网卡，这一代即如此装配</translation>
    </message>
    <message>
        <source>nearest type of the catalogue, with the stated memory</source>
        <translation>目录中最相近的类型，显存取所述值</translation>
    </message>
    <message>
        <source>default of mixed-precision training</source>
        <translation>混合精度训练的默认值</translation>
    </message>
    <message>
        <source>fused attention from 2023 on</source>
        <translation>自 2023 年起采用融合注意力</translation>
    </message>
    <message>
        <source>recipe default of the framework</source>
        <translation>框架配方的默认值</translation>
    </message>
    <message>
        <source>default of the framework</source>
        <translation>框架的默认值</translation>
    </message>
    <message>
        <source>not stated</source>
        <translation>未说明</translation>
    </message>
    <message>
        <source>not stated: four micro-batches a stage, at least eight</source>
        <translation>未说明：每阶段四个微批次，至少八个</translation>
    </message>
    <message>
        <source>interleaving needs micro-batches in multiples of the stages</source>
        <translation>交错调度要求微批次数为阶段数的倍数</translation>
    </message>
    <message>
        <source>on in Megatron-Core and JAX, off before 2023</source>
        <translation>Megatron-Core 与 JAX 中开启，2023 年之前关闭</translation>
    </message>
    <message>
        <source>not stated: tuned recipes use forms that cost next to nothing</source>
        <translation>未说明：调优配方使用几乎没有代价的形式</translation>
    </message>
    <message>
        <source>not stated: the cheapest setting that fits</source>
        <translation>未说明：放得下的最省设置</translation>
    </message>
    <message>
        <source>selective in FSDP: every n-th layer, as few as fit</source>
        <translation>FSDP 的选择性：每隔 n 层，放得下的最少层数</translation>
    </message>
    <message>
        <source>searched: the fastest layout that fits</source>
        <translation>经搜索：放得下的最快布局</translation>
    </message>
    <message>
        <source>searched: no layout fits, the fastest of them</source>
        <translation>经搜索：没有放得下的布局，取其中最快者</translation>
    </message>
    <message>
        <source>sizes not stated: the built-in model of that name</source>
        <translation>未说明尺寸：取同名的内置模型</translation>
    </message>
    <message>
        <source>not stated: usual in pre-training</source>
        <translation>未说明：预训练的通常值</translation>
    </message>
    <message>
        <source>not stated: one node</source>
        <translation>未说明：一个节点</translation>
    </message>
    <message>
        <source>public DeepSeek configuration</source>
        <translation>公开的 DeepSeek 配置</translation>
    </message>
    <message>
        <source>the newest measured stack</source>
        <translation>最新的已实测软件栈</translation>
    </message>
    <message>
        <source>usual at this date</source>
        <translation>当时的通常情形</translation>
    </message>
    <message>
        <source>as such nodes are built</source>
        <translation>此类节点的装配方式</translation>
    </message>
    <message>
        <source>hidden / heads, rounded down</source>
        <translation>hidden / heads，向下取整</translation>
    </message>
    <message>
        <source>GPT-2&apos;s, padded</source>
        <translation>GPT-2 的值，已填充</translation>
    </message>
    <message>
        <source>DeepSeek-V3 recipes train it unless they say otherwise</source>
        <translation>除非另有说明，DeepSeek-V3 配方会训练它</translation>
    </message>
    <message>
        <source>usual in decoders from 2023 on</source>
        <translation>2023 年起解码器的通常情形</translation>
    </message>
    <message>
        <source>attentions (softmax of the product of two activations)</source>
        <translation>注意力（两个激活之积的 softmax）</translation>
    </message>
    <message>
        <source>what %1 reads</source>
        <translation>%1 所读取者</translation>
    </message>
    <message>
        <source>scores of %1</source>
        <translation>%1 的得分</translation>
    </message>
    <message>
        <source>outputs of %1 / head_dim</source>
        <translation>%1 的输出 / head_dim</translation>
    </message>
    <message>
        <source>what %1 sums over</source>
        <translation>%1 求和的维度</translation>
    </message>
    <message>
        <source>context of %1 / heads</source>
        <translation>%1 的上下文 / heads</translation>
    </message>
    <message>
        <source>width of the products beside the attentions</source>
        <translation>注意力之外各乘积的宽度</translation>
    </message>
    <message>
        <source>outputs of %1</source>
        <translation>%1 的输出</translation>
    </message>
    <message>
        <source>rows of %1</source>
        <translation>%1 的行数</translation>
    </message>
    <message>
        <source>%1 makes the logits, too</source>
        <translation>%1 同时给出 logit</translation>
    </message>
    <message>
        <source>two matrices in the file</source>
        <translation>文件中的两个矩阵</translation>
    </message>
    <message>
        <source>a triangle of the mask (Trilu)</source>
        <translation>掩码的三角（Trilu）</translation>
    </message>
    <message>
        <source>it makes logits; its mask is an input</source>
        <translation>它给出 logit；掩码是输入</translation>
    </message>
    <message>
        <source>it makes no logits; its mask is an input</source>
        <translation>它不给出 logit；掩码是输入</translation>
    </message>
    <message>
        <source>recipes keep experts whole</source>
        <translation>配方保持专家完整</translation>
    </message>
    <message>
        <source>Megatron&apos;s default: as many as tp</source>
        <translation>Megatron 的默认值：与 tp 相同</translation>
    </message>
    <message>
        <source>Megatron&apos;s default, which recipes changed from NeMo 2 on</source>
        <translation>Megatron 的默认值，NeMo 2 起的配方已改动</translation>
    </message>
    <message>
        <source>as much for each GPU as in %1: %2</source>
        <translation>每块 GPU 与 %1 中相同：%2</translation>
    </message>
    <message>
        <source>as much as the GPUs&apos; own memory</source>
        <translation>与 GPU 自身显存相同</translation>
    </message>
    <message>
        <source>solved for each configuration: as few as fit</source>
        <translation>每种配置各自求解：以能放下为限，越少越好</translation>
    </message>
    <message>
        <source>above the fastest in the catalogue, %1: bits?</source>
        <translation>高于目录中最快的 %1：是否为比特？</translation>
    </message>
    <message>
        <source>no kernel tables for %1: those of the type it was made from</source>
        <translation>没有 %1 的内核测量表：取其来源类型的测量表</translation>
    </message>
    <message>
        <source>far beyond anything known, %1 at most: is it meant?</source>
        <translation>远超已知范围，至多 %1：确实如此吗？</translation>
    </message>
    <message>
        <source>an estimate: as much for each GPU as %1, %2</source>
        <translation>估计值：每块 GPU 与 %1 相同，%2</translation>
    </message>
    <message>
        <source>an estimate: the power of the GPUs times %1, the median of %2 published machines (form of their GPUs: %3)</source>
        <translation>估计值：GPU 功率乘以 %1，即已公布的 %2 种机器的中位数（其 GPU 形态：%3）</translation>
    </message>
    <message>
        <source>two tiers of 64-port switches of 1.72 kW, 48 for 128 nodes of 400 GB/s (NVIDIA DGX SuperPOD B200 reference architecture, 2025)</source>
        <translation>两层 1.72 kW 的 64 端口交换机，每 128 个 400 GB/s 节点 48 台（NVIDIA DGX SuperPOD B200 参考架构，2025）</translation>
    </message>
    <message>
        <source>no table of measured kernels: operations and traffic of the chunked forms, at what published kernels reach on H20 (MoonshotAI/FlashKDA); band widened</source>
        <translation>没有实测内核表：分块形式的运算量与访存量，按 H20 上已发表内核（MoonshotAI/FlashKDA）达到的水平计；误差带加宽</translation>
    </message>
    <message>
        <source>its scores cost as attention of its narrow heads, whole on every rank</source>
        <translation>其打分按窄头注意力计，每个进程都完整计算</translation>
    </message>
    <message>
        <source>parts of a layer that no fused kernel is known for run apart</source>
        <translation>层中没有已知融合内核的部分单独运行</translation>
    </message>
    <message>
        <source>positions of the tower: one input of full size a sequence</source>
        <translation>塔的位置数：每条序列一个完整大小的输入</translation>
    </message>
    <message>
        <source>one picture of 448 x 448 a sequence</source>
        <translation>每条序列一张 448 x 448 的图片</translation>
    </message>
    <message>
        <source>works through its tokens in front of the first stage and is trained with the model</source>
        <translation>在第一阶段之前处理其词元，并与模型一起训练</translation>
    </message>
    <message>
        <source>default of the class</source>
        <translation>该类的默认值</translation>
    </message>
    <message>
        <source>fused attention from 2023 on, in JAX by libraries</source>
        <translation>2023 年起使用融合注意力，JAX 中由库提供</translation>
    </message>
    <message>
        <source>FSDP with a pipeline keeps weights gathered and gradients whole for the step</source>
        <translation>带流水线的 FSDP 在整个步骤中保持权重聚集、梯度完整</translation>
    </message>
    <message>
        <source>prompts of the attention, or a scale and a bias of every product</source>
        <translation>注意力的提示，或每个矩阵乘的缩放与偏置</translation>
    </message>
    <message>
        <source>LitGPT&apos;s FSDP strategy checkpoints every block</source>
        <translation>LitGPT 的 FSDP 策略为每个块设置检查点</translation>
    </message>
    <message>
        <source>no family file names this type: each value below is taken at its key&apos;s word</source>
        <translation>没有任何模型族文件提到此类型：以下各值均按其键名理解</translation>
    </message>
    <message>
        <source>every product, as PEFT&apos;s all-linear</source>
        <translation>每个矩阵乘，与 PEFT 的 all-linear 相同</translation>
    </message>
    <message>
        <source>the program&apos;s default, queries and values</source>
        <translation>程序的默认设置，查询与值</translation>
    </message>
    <message>
        <source>not stated: readings of memory that name no batch are of the smallest</source>
        <translation>未说明：未写明批次大小的内存读数按最小批次计</translation>
    </message>
    <message>
        <source>beyond the %1 positions that the model states: they count as extended, at no cost</source>
        <translation>超出模型给出的 %1 个位置：视为已扩展，不计成本</translation>
    </message>
    <message>
        <source>the job names no runtime: only what %1 starts is searched</source>
        <translation>任务未指定运行时：只搜索 %1 能启动的方案</translation>
    </message>
    <message>
        <source>all GPUs have to be used, and no runtime trains on several types at once: the whole space is searched</source>
        <translation>必须使用全部 GPU，而没有运行时能同时在多种 GPU 上训练：搜索整个空间</translation>
    </message>
    <message>
        <source>the job names no runtime, and %1 does not fine-tune so: the whole space is searched</source>
        <translation>任务未指定运行时，而 %1 不支持这种微调：搜索整个空间</translation>
    </message>
    <message>
        <source>default of %1, %2 (%3)</source>
        <translation>%1 的默认值，%2（%3）</translation>
    </message>
    <message>
        <source>not told</source>
        <translation>未给出</translation>
    </message>
    <message>
        <source>%1 does not run the model: %2: %3</source>
        <translation>%1 不能运行该模型：%2：%3</translation>
    </message>
    <message>
        <source>as the question has it</source>
        <translation>与问题中一致</translation>
    </message>
    <message>
        <source>is not compared with the question, which says it itself</source>
        <translation>不与问题比较，问题自身已说明</translation>
    </message>
    <message>
        <source>the question has %1, which holds</source>
        <translation>问题中为 %1，以此为准</translation>
    </message>
    <message>
        <source>the job says %1, the script holds</source>
        <translation>任务中为 %1，以脚本为准</translation>
    </message>
    <message>
        <source>the job allows %1, the script holds</source>
        <translation>任务允许 %1，以脚本为准</translation>
    </message>
    <message>
        <source>says when it is saved, not how it is laid out</source>
        <translation>说明何时保存，而非如何布局</translation>
    </message>
    <message>
        <source>sizes the model, which the model&apos;s own description does</source>
        <translation>决定模型大小，而这由模型自己的描述给出</translation>
    </message>
    <message>
        <source>not known here as an argument of %1 that makes a layout</source>
        <translation>此处不认识它，它不是 %1 中决定布局的参数</translation>
    </message>
    <message>
        <source>no setting of a layout says this value beside the other arguments</source>
        <translation>与其他参数一起时，没有任何布局设置能表达这个值</translation>
    </message>
    <message>
        <source>with a schedule of several chunks %1 gives a stage so many unless told (%2)</source>
        <translation>采用多块调度时，若未说明，%1 给每个阶段这么多块（%2）</translation>
    </message>
    <message>
        <source>%1&apos;s own</source>
        <translation>%1 自身的设置</translation>
    </message>
    <message>
        <source>the file is one of %1</source>
        <translation>该文件属于 %1</translation>
    </message>
    <message>
        <source>more than 100000 steps</source>
        <translation>超过 100000 步</translation>
    </message>
    <message>
        <source>is not followed</source>
        <translation>未跟踪</translation>
    </message>
    <message>
        <source>its end is not known</source>
        <translation>其结束未知</translation>
    </message>
    <message>
        <source>is no file beside the script</source>
        <translation>不是脚本旁的文件</translation>
    </message>
    <message>
        <source>is not known, perhaps a group of options</source>
        <translation>未知，可能是一组选项</translation>
    </message>
    <message>
        <source>stands under a condition, which is not followed</source>
        <translation>位于条件之下，未跟踪</translation>
    </message>
    <message>
        <source>a table in a list is not followed</source>
        <translation>列表中的表未跟踪</translation>
    </message>
    <message>
        <source>is no setting</source>
        <translation>不是设置</translation>
    </message>
    <message>
        <source>stands in a table that is not followed</source>
        <translation>位于未跟踪的表中</translation>
    </message>
    <message>
        <source>a text of several lines is not read</source>
        <translation>多行文本未读取</translation>
    </message>
    <message>
        <source>a block in a list is not followed</source>
        <translation>列表中的块未跟踪</translation>
    </message>
    <message>
        <source>clusters take from under an hour to over a day on average (Schroeder and Gibson, DSN 2006)</source>
        <translation>各集群的平均值从不到一小时到一天以上不等（Schroeder 与 Gibson，DSN 2006）</translation>
    </message>
    <message>
        <source>about 327 of 419 interruptions came from hardware (Llama 3, 2024)</source>
        <translation>419 次中断中约 327 次由硬件引起（Llama 3，2024）</translation>
    </message>
    <message>
        <source>35 of about 327 interruptions by hardware came from switches and cables (Llama 3, 2024)</source>
        <translation>约 327 次硬件中断中有 35 次由交换机和线缆引起（Llama 3，2024）</translation>
    </message>
</context>
<context>
    <name>Recovery</name>
    <message>
        <source>Untitled</source>
        <translation>未命名</translation>
    </message>
</context>
<context>
    <name>ReplanWords</name>
    <message>
        <source>never</source>
        <translation>永不</translation>
    </message>
    <message>
        <source>at once</source>
        <translation>立即</translation>
    </message>
    <message>
        <source>after a step</source>
        <translation>一步之后</translation>
    </message>
    <message>
        <source>after %1 steps</source>
        <translation>%1 步之后</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Pipeline %1 on %2: micro-batches %3, layers %4, TP %5</source>
        <translation>%2 上的流水线 %1：微批次 %3，层 %4，TP %5</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保持不变</translation>
    </message>
    <message>
        <source>Re-balance data</source>
        <translation>重新均衡数据</translation>
    </message>
    <message>
        <source>Re-balance layers</source>
        <translation>重新均衡层</translation>
    </message>
    <message>
        <source>Regroup tensor parallelism</source>
        <translation>重组张量并行</translation>
    </message>
    <message>
        <source>node %1 of %2, GPU %3</source>
        <translation>%2 的节点 %1，GPU %3</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>Loses</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Bound</source>
        <translation>界</translation>
    </message>
    <message>
        <source>To move</source>
        <translation>需迁移</translation>
    </message>
    <message>
        <source>Moving takes</source>
        <translation>迁移用时</translation>
    </message>
    <message>
        <source>Paid back</source>
        <translation>回本</translation>
    </message>
    <message>
        <source>%1: recommended</source>
        <translation>%1：推荐</translation>
    </message>
    <message>
        <source>and further pipelines: %1</source>
        <translation>以及更多流水线：%1</translation>
    </message>
    <message>
        <source>Idle GPUs: %1 (%2)</source>
        <translation>闲置 GPU：%1（%2）</translation>
    </message>
    <message>
        <source>No plan pays in the steps that are left.</source>
        <translation>没有方案能在剩余的步数内回本。</translation>
    </message>
    <message>
        <source>Recommended: %1, %2 a step, %3 against that; no plan on these groups is below %4.</source>
        <translation>推荐：%1，每步 %2，与之相比 %3；在这些组上没有方案能低于 %4。</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>故障</translation>
    </message>
    <message>
        <source>How slow</source>
        <translation>变慢程度</translation>
    </message>
    <message>
        <source>Fastest</source>
        <translation>最快</translation>
    </message>
    <message>
        <source>Start the best strategy</source>
        <translation>启动最佳策略</translation>
    </message>
    <message>
        <source>From a checkpoint: %1</source>
        <translation>从检查点开始：%1</translation>
    </message>
    <message>
        <source>Spare or idle GPUs in</source>
        <translation>启用备用或闲置 GPU</translation>
    </message>
    <message>
        <source>Start anew: %1</source>
        <comment>a kind of plan</comment>
        <translation>重新启动：%1</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>重新启动</translation>
    </message>
    <message>
        <source>none</source>
        <comment>restart</comment>
        <translation>无</translation>
    </message>
    <message>
        <source>From a checkpoint, as it stands in the ranking: %1</source>
        <translation>从检查点启动，按其在排名中的方案：%1</translation>
    </message>
    <message>
        <source>Recommended: %1, %2 a step, %3 against that; nothing of its kind is below %4.</source>
        <translation>推荐：%1，每步 %2，与之相比 %3；同类方案没有低于 %4 的。</translation>
    </message>
    <message>
        <source>It moves %1 in at least %2.</source>
        <translation>它移动 %1，至少需 %2。</translation>
    </message>
    <message>
        <source>Stages or groups change, so the job starts anew: %1 (10 minutes are assumed where the job does not say).</source>
        <translation>阶段或组发生变化，因此任务须重新启动：%1（任务未注明时按 10 分钟假设）。</translation>
    </message>
    <message>
        <source>Moving and restart take %1 together, paid back: %2. Steps left: %3.</source>
        <translation>移动与重新启动合计用时 %1，收回：%2。剩余步数：%3。</translation>
    </message>
    <message>
        <source>Idle GPUs: %1, among them %2</source>
        <translation>空闲 GPU：%1，其中有 %2</translation>
    </message>
    <message>
        <source>Steps are as ranks stand on the nodes, where a slow GPU slows what waits for it; the ranking counts every GPU in use as slow as the slowest of its pool.</source>
        <translation>一步用时按各进程在节点上的位置计算，慢 GPU 只拖慢等待它的部分；排名则把所用的每个 GPU 都当作与其资源池中最慢者一样慢。</translation>
    </message>
    <message>
        <source>Drop slow or failed GPUs</source>
        <translation>停用慢或故障的 GPU</translation>
    </message>
    <message>
        <source>Recommended: %1, %2 a step, %3 against that.</source>
        <translation>推荐：%1，每步 %2，与之相比 %3。</translation>
    </message>
    <message>
        <source>Start anew on all GPUs</source>
        <translation>在所有 GPU 上重新开始</translation>
    </message>
    <message>
        <source>With nothing slow a step of the layout that runs takes %1.</source>
        <translation>若无任何变慢，正在运行的布局每步需 %1。</translation>
    </message>
</context>
<context>
    <name>Replanned</name>
    <message>
        <source>pipelines</source>
        <comment>of unequal shape, one of a ranking</comment>
        <translation>流水线</translation>
    </message>
    <message>
        <source>%1: pipelines %2, idle GPUs %3</source>
        <translation>%1：流水线 %2，闲置 GPU %3</translation>
    </message>
    <message>
        <source>Each pipeline has its own stages, GPUs and micro-batches: they are found together. Choose a strategy to begin with.</source>
        <translation>每条流水线有各自的阶段、GPU 与微批次，三者一并求得。请先选择一个策略。</translation>
    </message>
    <message>
        <source>unequal pipelines</source>
        <translation>不均等的流水线</translation>
    </message>
    <message>
        <source>Pipelines of unequal shape around slow and failed GPUs; the page Re-plan tells how a layout that runs gets there</source>
        <translation>应对慢速与故障 GPU 的形状不等的流水线；“重新规划”页说明运行中的布局如何过渡到这里</translation>
    </message>
    <message>
        <source>the pipeline that ends last, with slow GPUs in it as slow as they are marked</source>
        <translation>最后结束的流水线，其中的慢速 GPU 按所标记的变慢程度计</translation>
    </message>
    <message>
        <source>Runtimes start pipelines of one shape: none of them takes unequal ones.</source>
        <translation>运行时启动的各流水线形状相同：没有运行时接受不均等的流水线。</translation>
    </message>
    <message>
        <source>%1 tokens/s, a step in %2, %3 for 10¹² tokens</source>
        <translation>%1 词元/秒，一步用时 %2，10¹² 词元 %3</translation>
    </message>
    <message>
        <source>The best pipelines of unequal shape are %1 slower: %2.</source>
        <translation>最佳的形状不等的流水线慢 %1：%2。</translation>
    </message>
    <message>
        <source>Pipelines of unequal shape are as fast: %1.</source>
        <translation>形状不等的流水线一样快：%1。</translation>
    </message>
    <message>
        <source>Pipelines of unequal shape around slow and failed GPUs are %1 faster: %2. By the goal of the plan they rank behind.</source>
        <translation>绕开慢速和故障 GPU 的不等形流水线快 %1：%2。按方案的目标，它们排在后面。</translation>
    </message>
</context>
<context>
    <name>Report</name>
    <message>
        <source>%1 trains at %2 tokens/s on %3</source>
        <translation>%1 在 %3 上以 %2 词元/秒训练</translation>
    </message>
    <message>
        <source>One step takes %1 (80 % band %2 to %3), and %4 tokens take %5. %6.</source>
        <translation>一步用时 %1（80 % 区间 %2 至 %3），%4 词元用时 %5。%6。</translation>
    </message>
    <message>
        <source>Best speed</source>
        <translation>最佳速度</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>The job takes</source>
        <translation>任务用时</translation>
    </message>
    <message>
        <source>%1 an hour</source>
        <translation>每小时 %1</translation>
    </message>
    <message>
        <source>a price is not known</source>
        <translation>有价格未知</translation>
    </message>
    <message>
        <source>Model FLOPs utilisation</source>
        <translation>模型 FLOPs 利用率</translation>
    </message>
    <message>
        <source>of the GPUs used</source>
        <translation>所用 GPU 的</translation>
    </message>
    <message>
        <source>Stopped early: %1. A better strategy may exist.</source>
        <translation>提前停止：%1。可能存在更好的策略。</translation>
    </message>
    <message>
        <source>What was asked</source>
        <translation>所提的问题</translation>
    </message>
    <message>
        <source>stated</source>
        <translation>已给出</translation>
    </message>
    <message>
        <source>assumed</source>
        <translation>假定</translation>
    </message>
    <message>
        <source>The job and its limits.</source>
        <translation>任务及其限制。</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Origin</source>
        <translation>出处</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Sequence length</source>
        <translation>序列长度</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 词元</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>全局批次</translation>
    </message>
    <message>
        <source>%1 sequences</source>
        <translation>%1 序列</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Memory headroom</source>
        <translation>显存余量</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>预算</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>Deadline</source>
        <translation>期限</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>电力</translation>
    </message>
    <message>
        <source>The cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>Pools of equal nodes and the network between them.</source>
        <translation>由相同节点组成的资源池及其间的网络。</translation>
    </message>
    <message>
        <source>%1: %2 nodes of %3 %4</source>
        <translation>%1：%2 个节点，每个 %3 × %4</translation>
    </message>
    <message>
        <source>%1 to peers · %2 a node to the network</source>
        <translation>同伴间 %1 · 每节点对网络 %2</translation>
    </message>
    <message>
        <source>+ %1</source>
        <translation>+ %1</translation>
    </message>
    <message>
        <source>Pools. Network is per node, one direction.</source>
        <translation>资源池。网络为每节点单向值。</translation>
    </message>
    <message>
        <source>Pool</source>
        <translation>资源池</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Winner and runners-up</source>
        <translation>最优及其后的策略</translation>
    </message>
    <message>
        <source>Best strategies found. Memory is in % of the limit, which is the capacity less the headroom.</source>
        <translation>找到的最佳策略。显存为占上限的比例。</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>Δ best</source>
        <translation>Δ 最佳</translation>
    </message>
    <message>
        <source>The strategy in words</source>
        <translation>用文字说明该策略</translation>
    </message>
    <message>
        <source>One step, stage by stage</source>
        <translation>逐阶段的一个训练步</translation>
    </message>
    <message>
        <source>Forward and backward blocks of every stage with their micro-batch, transfers below them, waiting hatched, the critical path outlined; then memory over the same time.</source>
        <translation>每个阶段的前向与反向块及其微批次，下方为传输，等待以斜线填充，关键路径加框；其下为同一时间轴上的显存。</translation>
    </message>
    <message>
        <source>Where time, memory and money go</source>
        <translation>时间、显存与费用的去向</translation>
    </message>
    <message>
        <source>Parts of one step. They add up to the step time.</source>
        <translation>一个训练步的组成，合计等于单步时间。</translation>
    </message>
    <message>
        <source>One step</source>
        <translation>一步</translation>
    </message>
    <message>
        <source>Stage %1 · %2</source>
        <translation>阶段 %1 · %2</translation>
    </message>
    <message>
        <source>Memory of the fullest GPU of every stage, with the limit (capacity less headroom).</source>
        <translation>每个阶段中最满的 GPU 的显存。</translation>
    </message>
    <message>
        <source>Cost of one hour.</source>
        <translation>一小时的费用。</translation>
    </message>
    <message>
        <source>One hour</source>
        <translation>一小时</translation>
    </message>
    <message>
        <source>The job with failures</source>
        <translation>计入故障的任务</translation>
    </message>
    <message>
        <source>Goodput: the share of the hours that makes progress. Hours and money without failures are those above.</source>
        <translation>有效产出率：有进展的时间所占比例。不计故障的时间与费用见上文。</translation>
    </message>
    <message>
        <source>Goodput</source>
        <translation>有效产出率</translation>
    </message>
    <message>
        <source>The job costs</source>
        <translation>任务费用</translation>
    </message>
    <message>
        <source>One GPU fails every</source>
        <translation>单块 GPU 的故障间隔</translation>
    </message>
    <message>
        <source>Failures in the job</source>
        <translation>任务中的故障次数</translation>
    </message>
    <message>
        <source>Writing a checkpoint</source>
        <translation>写一次检查点</translation>
    </message>
    <message>
        <source>Checkpoint interval</source>
        <translation>两次检查点之间</translation>
    </message>
    <message>
        <source>Restart time</source>
        <translation>一次重启</translation>
    </message>
    <message>
        <source>Assumed values</source>
        <translation>假定的值</translation>
    </message>
    <message>
        <source>not stated: the usual value</source>
        <translation>未给出：取通常值</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>None: every value was stated or read from a source.</source>
        <translation>无：所有值均已给出或读自来源。</translation>
    </message>
    <message>
        <source>Values that nobody stated.</source>
        <translation>没有人给出的值。</translation>
    </message>
    <message>
        <source>Assumed</source>
        <translation>假定</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>The cost of a strategy is computed, not measured. Every matrix product takes the time of its shape on the GPU type, limited by arithmetic or by memory traffic; collectives take the time of their bytes on the link they use, less what overlaps. The blocks of all micro-batches are then laid out by the pipeline&apos;s order, and the last one ends the step. Memory is weights, gradients, optimizer state, activations held and workspace of the fullest GPU.</source>
        <translation>策略的费用是计算所得，而非实测。每个矩阵乘积按其形状在该 GPU 类型上的时间计，受算力或显存流量限制；集合通信按其字节数在所用链路上的时间计，减去被重叠的部分。所有微批次的块再按流水线的次序排布，最后一个结束即为一步结束。显存为最满的 GPU 上的权重、梯度、优化器状态、所保留的激活和工作区。</translation>
    </message>
    <message>
        <source>%1. Of %2 configurations, rules rejected %3, limits %4, memory %5 and bounds %6; %7 were evaluated in %8.</source>
        <translation>%1。%2 个配置中，规则排除 %3 个，限制 %4 个，显存 %5 个，界 %6 个；评估了 %7 个，用时 %8。</translation>
    </message>
    <message>
        <source>Data sources</source>
        <translation>数据来源</translation>
    </message>
    <message>
        <source>Price of %1</source>
        <translation>%1 的价格</translation>
    </message>
    <message>
        <source>Sources of hardware values and prices.</source>
        <translation>硬件数据与价格的来源。</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>%1 · catalogue %2 · seed %3</source>
        <translation>%1 · 目录 %2 · 种子 %3</translation>
    </message>
    <message>
        <source>Page %1 of %2</source>
        <translation>第 %1 页，共 %2 页</translation>
    </message>
    <message>
        <source>Table %1. %2</source>
        <translation>表 %1. %2</translation>
    </message>
    <message>
        <source>Figure %1. %2</source>
        <translation>图 %1. %2</translation>
    </message>
    <message>
        <source>All activations are kept. </source>
        <translation>所有激活值都被保留。</translation>
    </message>
    <message>
        <source>Attention is recomputed in the backward pass. </source>
        <translation>注意力在反向传播时重新计算。</translation>
    </message>
    <message>
        <source>As many layers as memory requires are recomputed in the backward pass. </source>
        <translation>按显存需要，部分层在反向传播时重新计算。</translation>
    </message>
    <message>
        <source>Every replica holds the whole optimizer state. </source>
        <translation>每个副本都保存完整的优化器状态。</translation>
    </message>
    <message>
        <source>Optimizer state is sharded by ZeRO stage %1. </source>
        <translation>优化器状态按 ZeRO 阶段 %1 分片。</translation>
    </message>
    <message>
        <source>Schedule: %1.</source>
        <translation>调度：%1。</translation>
    </message>
    <message numerus="yes">
        <source>A pipeline has %n stages. </source>
        <translation>
            <numerusform>一条流水线有 %n 个阶段。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pipelines run side by side. </source>
        <translation>
            <numerusform>%n 条流水线并行运行。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Each takes %n micro-batches a step, </source>
        <translation>
            <numerusform>每条流水线每步处理 %n 个微批次，</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sequences at a time. </source>
        <translation>
            <numerusform>每次 %n 条序列。</numerusform>
        </translation>
    </message>
    <message>
        <source>Constants of the model</source>
        <translation>模型的常数</translation>
    </message>
    <message>
        <source>Fitted constants rest on published training runs; fixed ones are estimates or facts of the software, those called assumed are guesses.</source>
        <translation>拟合常数依据已发表的训练运行；固定常数是估计值或软件事实，名为 assumed 的是猜测。</translation>
    </message>
    <message>
        <source>Constant</source>
        <translation>常数</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>含义</translation>
    </message>
    <message>
        <source>Fitted constants, replaced in part by a calibration.</source>
        <translation>拟合常数，部分由校准替换。</translation>
    </message>
    <message>
        <source>Fitted constants.</source>
        <translation>拟合常数。</translation>
    </message>
    <message>
        <source>Fixed constants.</source>
        <translation>固定常数。</translation>
    </message>
    <message>
        <source>every part within 0.1 %</source>
        <translation>每一部分相差不到 0.1 %</translation>
    </message>
    <message>
        <source>more expensive</source>
        <translation>更贵</translation>
    </message>
    <message>
        <source>on more GPUs</source>
        <translation>使用更多 GPU</translation>
    </message>
    <message>
        <source>another is faster and cheaper</source>
        <translation>另有更快且更便宜的策略</translation>
    </message>
    <message>
        <source>slower</source>
        <translation>更慢</translation>
    </message>
    <message>
        <source>equally good</source>
        <translation>同样好</translation>
    </message>
    <message>
        <source>Speed against price</source>
        <translation>速度与价格</translation>
    </message>
    <message>
        <source>Pareto frontier of speed and cost</source>
        <translation>时间与费用集合</translation>
    </message>
    <message>
        <source>The best strategies of the ranking</source>
        <translation>排名中的最优策略</translation>
    </message>
    <message>
        <source>%1: %2 points. The line joins those that no other point beats in both; type by shape.</source>
        <translation>%1：%2 个点。折线连接两方面都不被其他点超过的点；形状表示类型。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>verdict: where the time goes</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Why not another</source>
        <translation>为何不是其他策略</translation>
    </message>
    <message>
        <source>The next of the ranking and the nearest of those that are not possible, each with what keeps it from the first place.</source>
        <translation>排名中的后续策略与最接近可行的策略，以及各自未居首位的原因。</translation>
    </message>
    <message>
        <source>Δ step</source>
        <translation>Δ 步时</translation>
    </message>
    <message>
        <source>Why not first</source>
        <translation>为何不是第一</translation>
    </message>
    <message>
        <source>not possible: %1</source>
        <translation>不可行：%1</translation>
    </message>
    <message>
        <source>The optimizer is offloaded: its state is kept and updated in host memory. </source>
        <translation>优化器状态位于主机内存并在那里更新。</translation>
    </message>
    <message>
        <source>Activations are offloaded to host memory until the backward pass. </source>
        <translation>激活在主机内存中等待反向传播。</translation>
    </message>
    <message>
        <source>Each GPU keeps up to %1 there, of its share of %2. </source>
        <translation>每块 GPU 在那里最多存放 %1，其份额为 %2。</translation>
    </message>
    <message>
        <source>Each GPU keeps up to %1 there. </source>
        <translation>每块 GPU 在那里最多存放 %1。</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <source>layers %1 to %2</source>
        <translation>第 %1 至 %2 层</translation>
    </message>
    <message>
        <source>Stage %1 holds %2 on %3 with tensor parallelism %4. </source>
        <translation>阶段 %1 在 %3 上以张量并行度 %4 承载%2。</translation>
    </message>
    <message numerus="yes">
        <source>Stages %1 to %2 hold %n layers each, %3, on %4 with tensor parallelism %5. </source>
        <translation>
            <numerusform>阶段 %1 至 %2 在 %4 上以张量并行度 %5 各承载 %n 层（%3）。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>in %n chunks</source>
        <translation>
            <numerusform>分 %n 块</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Stage %1 holds %n layers, %2, on %3 with tensor parallelism %4. </source>
        <translation>
            <numerusform>阶段 %1 在 %3 上以张量并行度 %4 承载 %n 层（%2）。</numerusform>
        </translation>
    </message>
    <message>
        <source>The model goes down the first chunks of all stages and comes back through the second ones. </source>
        <translation>模型沿各阶段的第一块下行，再经第二块返回。</translation>
    </message>
    <message>
        <source>The model goes through the first chunks of all stages, then through the next. </source>
        <translation>模型先依次经过各阶段的第一块，再经过下一块。</translation>
    </message>
    <message>
        <source>Prepared by %1.</source>
        <translation>编制：%1。</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>The options compared</source>
        <translation>情景比较</translation>
    </message>
    <message>
        <source>Method and data sources</source>
        <translation>方法与数据来源</translation>
    </message>
    <message>
        <source>Pages added in the window</source>
        <translation>在窗口中加入的页面</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>v in tokens/s; G: sequences of a step; S: tokens of a sequence</source>
        <translation>v 的单位为词元/秒；G：一步的序列数；S：一个序列的词元数</translation>
    </message>
    <message>
        <source>Hours of the job</source>
        <translation>任务时长</translation>
    </message>
    <message>
        <source>H in h; D: tokens of the job</source>
        <translation>H 的单位为 h；D：任务的词元数</translation>
    </message>
    <message>
        <source>Memory of a GPU</source>
        <translation>GPU 的显存</translation>
    </message>
    <message>
        <source>W: weights, J: gradients, O: optimizer state, A: activations of the micro-batches in flight, X: workspace, M: memory of the GPU, in bytes; r: headroom</source>
        <translation>W：权重，J：梯度，O：优化器状态，A：在途微批次的激活，X：工作区，M：GPU 的显存，单位均为字节；r：余量</translation>
    </message>
    <message>
        <source>Energy of the job</source>
        <translation>任务的能耗</translation>
    </message>
    <message>
        <source>Cost of an hour, rent</source>
        <translation>每小时费用，租用</translation>
    </message>
    <message>
        <source>Cost of an hour, buy</source>
        <translation>每小时费用，购买</translation>
    </message>
    <message>
        <source>Cost of an hour, own</source>
        <translation>每小时费用，自有</translation>
    </message>
    <message>
        <source>Cost of 10¹² tokens</source>
        <translation>10¹² 词元的费用</translation>
    </message>
    <message>
        <source>Hours with failures</source>
        <translation>计入故障的时长</translation>
    </message>
    <message>
        <source>H′: hours that a growing batch adds; the job then costs C times these hours</source>
        <translation>H′：批次递增所增加的小时数；此时任务费用为 C 乘以这些小时数</translation>
    </message>
    <message>
        <source>Gap</source>
        <translation>差距</translation>
    </message>
    <message>
        <source>Formulas</source>
        <translation>公式</translation>
    </message>
    <message>
        <source>How the figures are computed; sums are over pools or stages.</source>
        <translation>各数值的计算方法；求和遍及资源池或阶段。</translation>
    </message>
    <message>
        <source>No.</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>公式</translation>
    </message>
    <message>
        <source>Letters and units</source>
        <translation>字母与单位</translation>
    </message>
    <message>
        <source>Logo</source>
        <translation>标志</translation>
    </message>
    <message>
        <source>Contents</source>
        <comment>of the report</comment>
        <translation>目录</translation>
    </message>
    <message>
        <source>Highest speed</source>
        <translation>最高速度</translation>
    </message>
    <message>
        <source>Lowest cost of a token</source>
        <translation>最低词元费用</translation>
    </message>
    <message>
        <source>Fewest GPUs, then the highest speed</source>
        <translation>GPU 最少，其次速度最高</translation>
    </message>
    <message>
        <source>Speed and cost: what no other beats in both</source>
        <translation>速度与费用：在两者上都不被其他策略胜过</translation>
    </message>
    <message>
        <source>GPUs of %1</source>
        <translation>%1 的 GPU</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>至多 %1</translation>
    </message>
    <message>
        <source>exactly %1</source>
        <translation>恰好 %1</translation>
    </message>
    <message>
        <source>GPUs in all</source>
        <translation>GPU 总数</translation>
    </message>
    <message>
        <source>switched off</source>
        <translation>已关闭</translation>
    </message>
    <message>
        <source>Cost basis</source>
        <translation>费用口径</translation>
    </message>
    <message>
        <source>Commitment</source>
        <translation>承诺期</translation>
    </message>
    <message>
        <source>Service life</source>
        <translation>使用年限</translation>
    </message>
    <message>
        <source>Residual value</source>
        <translation>此后的残值</translation>
    </message>
    <message>
        <source>Utilisation (hours in use)</source>
        <translation>使用的小时</translation>
    </message>
    <message>
        <source>Price of a kWh</source>
        <translation>每 kWh 电价</translation>
    </message>
    <message>
        <source>PUE (facility power ÷ IT power)</source>
        <translation>设施与整机功率之比 (PUE)</translation>
    </message>
    <message>
        <source>Idle GPUs are charged</source>
        <translation>闲置 GPU 也计费用</translation>
    </message>
    <message>
        <source>Goal</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Cost of an hour</source>
        <translation>每小时费用</translation>
    </message>
    <message>
        <source>fixed</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>allowed</source>
        <translation>允许</translation>
    </message>
    <message>
        <source>Rules of this plan.</source>
        <translation>此方案的规则。</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>As written</source>
        <translation>原文</translation>
    </message>
    <message>
        <source>%1 tokens/s, a step in %2, %3 for 10¹² tokens</source>
        <translation>%1 词元/秒，一步用时 %2，10¹² 词元 %3</translation>
    </message>
    <message>
        <source>The best distributed program is %1 slower: %2.</source>
        <translation>最佳的分布式程序慢 %1：%2。</translation>
    </message>
    <message>
        <source>Why it won</source>
        <translation>胜出的原因</translation>
    </message>
    <message>
        <source>What would change the answer</source>
        <translation>什么会改变答案</translation>
    </message>
    <message>
        <source>The picture takes more than %1 KiB.</source>
        <translation>图片超过 %1 KiB。</translation>
    </message>
    <message>
        <source>The picture is neither PNG nor SVG, or damaged.</source>
        <translation>图片既不是 PNG 也不是 SVG，或已损坏。</translation>
    </message>
    <message>
        <source>Each value is changed by %1 on its own, the largest effect first; values without effect are left out. #1 has %2 tokens/s now. A break-even value names the rank of the strategy that is better beyond it.</source>
        <translation>每个数值单独变动 %1，影响幅度最大者在前，无影响者略去；第 1 名现为 %2 词元/秒。易位处给出届时更优的策略的名次。</translation>
    </message>
    <message>
        <source>Each value is changed by %1 on its own, the largest effect first; values without effect are left out. With #1, 10¹² tokens cost %2 now. A break-even value names the rank of the strategy that is better beyond it.</source>
        <translation>每个数值单独变动 %1，影响幅度最大者在前，无影响者略去；采用第 1 名时 10¹² 词元现需 %2。易位处给出届时更优的策略的名次。</translation>
    </message>
    <message>
        <source>Of equal stages whose transfers take no time, in the order 1F1B; else T is the end of the last operation as the schedule plays it. t: forward and backward of a stage for one micro-batch, B: the longest t, e: gradients, weights and optimizer at the end, in s; K: micro-batches</source>
        <translation>假定各阶段相同、传输不耗时且按 1F1B 顺序；否则 T 为按调度推演时最后一个操作的结束时刻。t：一个阶段对一个微批次的前向与反向时间，B：最长的 t，e：最后的梯度、权重与优化器时间，单位均为 s；K：微批次数</translation>
    </message>
    <message>
        <source>Idle GPUs, where they cost, too</source>
        <translation>闲置 GPU（若也计费）</translation>
    </message>
    <message>
        <source>Rent of %1</source>
        <translation>%1 的租金</translation>
    </message>
    <message>
        <source>Δ speed</source>
        <translation>Δ 速度</translation>
    </message>
    <message>
        <source>The hardware is paid for; electricity and hosting as for buy</source>
        <translation>硬件已付清；电费与托管费均与购买时相同</translation>
    </message>
    <message>
        <source>in %1; the job costs C H</source>
        <translation>单位为 %1；任务费用为 C H</translation>
    </message>
    <message>
        <source>a: the first of the ranking, b: what no strategy can be better than, both in the goal&apos;s unit: tokens/s, %1 for 10¹² tokens or GPUs; of the Pareto frontier the largest improvement that is not ruled out</source>
        <translation>a：排名第一者，b：任何策略都无法超越的值，均以目标的单位计：词元/秒、每 10¹² 词元的 %1 或 GPU 数；对时间与费用的集合，则为未定部分的最大差距</translation>
    </message>
    <message>
        <source>g: GPUs used of each pool</source>
        <translation>g：各资源池使用的 GPU 数</translation>
    </message>
    <message>
        <source>Speed of a GPU</source>
        <translation>单块 GPU 的速度</translation>
    </message>
    <message>
        <source>v: tokens/s; g: GPUs used of each pool</source>
        <translation>v：词元/秒；g：各资源池使用的 GPU 数</translation>
    </message>
    <message>
        <source>Pipeline bubble</source>
        <translation>流水线气泡</translation>
    </message>
    <message>
        <source>β: what the stage that ends the step waits for other stages, T: the step, in s</source>
        <translation>β：结束该步的阶段等待其他阶段的时间，T：单步时间，单位均为 s</translation>
    </message>
    <message>
        <source>GPUs used</source>
        <translation>使用的 GPU</translation>
    </message>
    <message>
        <source>Cost of the job</source>
        <translation>任务费用</translation>
    </message>
    <message>
        <source>C: cost of an hour, H: hours of the job, without failures</source>
        <translation>C：每小时费用，H：任务时长（小时），不计故障</translation>
    </message>
    <message>
        <source>Cost of the job with failures</source>
        <translation>计入故障的任务费用</translation>
    </message>
    <message>
        <source>C: cost of an hour, H″: hours of the job with failures and checkpoints</source>
        <translation>C：每小时费用，H″：计入故障与检查点的任务时长（小时）</translation>
    </message>
    <message>
        <source>What no strategy can be faster than</source>
        <translation>任何策略都无法超过的速度</translation>
    </message>
    <message>
        <source>G: sequences of a step; S: tokens of a sequence; T*: s, no step of what is left of the space can be shorter</source>
        <translation>G：一步的序列数；S：一个序列的词元数；T*：剩余搜索空间中任何一步都不可能短于此值，单位为 s</translation>
    </message>
    <message>
        <source>What no strategy can be cheaper than</source>
        <translation>任何策略都无法低于的费用</translation>
    </message>
    <message>
        <source>a: the first of the ranking; d: the share by which what is left of the space could be cheaper</source>
        <translation>a：排名第一者；d：剩余搜索空间中可能更便宜的比例</translation>
    </message>
    <message>
        <source>On fewer GPUs no strategy can do it</source>
        <translation>GPU 少于此数则没有可行的策略</translation>
    </message>
    <message>
        <source>Difference in speed</source>
        <translation>速度差异</translation>
    </message>
    <message>
        <source>v: tokens/s; v₀: those of the best, or of the strategy pinned last; + is faster</source>
        <translation>v：词元/秒；v₀：最佳策略或最近固定的策略的词元/秒；+ 为更快</translation>
    </message>
    <message>
        <source>Difference in what the goal wants less of</source>
        <translation>目标要求越少越好之量的差异</translation>
    </message>
    <message>
        <source>c: cost of 10¹² tokens, or GPUs; c₀: those of the best, or of the strategy pinned last; + is cheaper, or fewer</source>
        <translation>c：10¹² 词元的费用，或 GPU 数；c₀：最佳策略或最近固定的策略的相应值；+ 为更便宜或更少</translation>
    </message>
    <message>
        <source>The cluster to buy</source>
        <translation>购置集群</translation>
    </message>
    <message>
        <source>of each pool g: all its GPUs, Q: price of a GPU with its share of the node; n: nodes, X: network of a node, where the pool states a price of it</source>
        <translation>对每个资源池，g：其全部 GPU 数，Q：一块 GPU 的价格，含节点的分摊部分；n：节点数，X：一个节点的网络价格，若资源池给出了该价格</translation>
    </message>
    <message>
        <source>Power of the cluster</source>
        <translation>集群功率</translation>
    </message>
    <message>
        <source>in kW; of each pool n: its nodes, P: highest watts of a node, without cooling</source>
        <translation>单位为 kW；对每个资源池，n：其节点数，P：一个节点的最高瓦数，不含冷却</translation>
    </message>
    <message>
        <source>Rent of the cluster for an hour</source>
        <translation>集群每小时的租金</translation>
    </message>
    <message>
        <source>of each pool g: all its GPUs, q: rent of a GPU for an hour</source>
        <translation>对每个资源池，g：其全部 GPU 数，q：一块 GPU 每小时的租金</translation>
    </message>
    <message>
        <source>Money: %1.</source>
        <comment>rate of exchange</comment>
        <translation>汇率：%1。</translation>
    </message>
    <message>
        <source>no price</source>
        <translation>无价格</translation>
    </message>
    <message>
        <source>not stated</source>
        <translation>未给出</translation>
    </message>
    <message>
        <source>Network of %1, purchase price per node</source>
        <translation>%1 单节点网络的购置价</translation>
    </message>
    <message>
        <source>Hosting per kW and month</source>
        <translation>托管，每 kW 每月</translation>
    </message>
    <message>
        <source>%1/GPU h</source>
        <comment>sign of a currency</comment>
        <translation>%1/GPU 小时</translation>
    </message>
    <message>
        <source>%1/1T tok</source>
        <comment>sign of a currency</comment>
        <translation>%1/1T 词元</translation>
    </message>
    <message>
        <source>runs of your own</source>
        <translation>您自己的运行</translation>
    </message>
    <message>
        <source>date not known</source>
        <translation>日期未知</translation>
    </message>
    <message numerus="yes">
        <source>The plan has constants of its own, %1: fitted to %n run(s) on %2, whose median error they bring from %3 to %4.</source>
        <comment>when and from what, GPU types, errors</comment>
        <translation>
            <numerusform>本方案有自己的常数，%1：由 %n 条在 %2 上的运行拟合而成，这些运行的中位误差由 %3 变为 %4。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>count and GPU type</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Power and hosting of the cluster for an hour</source>
        <translation>集群每小时的电力和托管</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <comment>model, GPUs</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Prepared by %1</source>
        <translation>编制：%1</translation>
    </message>
    <message>
        <source>“%1”: %2</source>
        <comment>part of a step, what it is</comment>
        <translation>“%1”：%2</translation>
    </message>
    <message>
        <source>Cover</source>
        <translation>封面</translation>
    </message>
    <message>
        <source>, optimizer in host memory</source>
        <translation>，优化器在主机内存</translation>
    </message>
    <message>
        <source>, activations in host memory</source>
        <translation>，激活值在主机内存</translation>
    </message>
    <message>
        <source>micro-batch %1</source>
        <translation>微批次 %1</translation>
    </message>
    <message>
        <source>%1 chunks a stage</source>
        <translation>每阶段 %1 块</translation>
    </message>
    <message>
        <source>recompute %1</source>
        <translation>重计算 %1</translation>
    </message>
    <message>
        <source>ZeRO %1</source>
        <translation>ZeRO %1</translation>
    </message>
    <message>
        <source>state over %1 ranks</source>
        <translation>状态分布于 %1 个 rank</translation>
    </message>
    <message>
        <source>sequence parallel</source>
        <translation>序列并行</translation>
    </message>
    <message>
        <source>not sequence parallel</source>
        <translation>无序列并行</translation>
    </message>
    <message>
        <source>stages on %1</source>
        <translation>阶段位于 %1</translation>
    </message>
    <message>
        <source>TP of the stages %1</source>
        <translation>各阶段 TP %1</translation>
    </message>
    <message>
        <source>layers %1</source>
        <translation>层数 %1</translation>
    </message>
    <message>
        <source>tensor traffic overlapped</source>
        <translation>张量通信重叠</translation>
    </message>
    <message>
        <source>tensor traffic not overlapped</source>
        <translation>张量通信不重叠</translation>
    </message>
    <message>
        <source>Power at the wall</source>
        <translation>总输入功率</translation>
    </message>
    <message>
        <source>w in kW; of each pool g′: GPUs that are paid for, in whole units, p: watts of a GPU with its share of the machine, s: its share of the switches; f: facility power over the power of machines and switches (PUE)</source>
        <translation>w 的单位为 kW；对每个资源池，g′：按整单位付费的 GPU 数，p：一块 GPU 的瓦数，含机器的分摊部分，s：其分摊的交换机功率；f：设施功率与机器及交换机功率之比 (PUE)</translation>
    </message>
    <message>
        <source>in kWh, at the wall</source>
        <translation>单位为 kWh，按总输入功率计</translation>
    </message>
    <message>
        <source>C in %1/h; g′: GPUs that are paid for, q: rent of a GPU, %1/h</source>
        <translation>C 的单位为 %1/h；g′：付费的 GPU 数，q：一块 GPU 的租金，%1/h</translation>
    </message>
    <message>
        <source>Q: price of a GPU with its share of the node, and of the network where that has a price, %1; z: share left after y years; u: share of the hours used; k: %1/kWh; w′: the power without the facility&apos;s; c: hosting, %1 for a kW and month of 730.5 h, used or not, where it has a price</source>
        <translation>Q：一块 GPU 的价格，含节点的分摊部分，网络有价格时也含网络的分摊部分，%1；z：y 年后剩余价值的比例；u：使用的小时所占比例；k：%1/kWh；w′：不含设施的功率；c：托管，每 kW 每月（730.5 h）的价格，无论是否使用，%1，若有价格</translation>
    </message>
    <message>
        <source>For rent and for buy, for own the hosting alone; i: GPUs of whole units of each pool that are not paid for. Their hardware and their hosting count, their electricity does not</source>
        <translation>适用于租用与购买，自有时仅计托管；i：各资源池中整单位内未付费的 GPU。计入其硬件与托管，不计其电费</translation>
    </message>
    <message>
        <source>g′: GPUs of each pool that are paid for, in whole units</source>
        <translation>g′：各资源池中按整单位付费的 GPU 数</translation>
    </message>
    <message>
        <source>GPUs that are paid for</source>
        <translation>付费的 GPU 数</translation>
    </message>
    <message>
        <source>W: highest power of the machines and their share of the switches in kW; f: facility power over machine power (PUE); k: %1/kWh; c: hosting, %1 for a kW and month of 730.5 h, where it has a price; u: share of the hours used</source>
        <translation>W：机器及其分摊的交换机的最高功率，kW；f：设施功率与机器功率之比 (PUE)；k：%1/kWh；c：托管费，每 kW 每月（730.5 小时）%1，如有价格；u：使用小时的份额</translation>
    </message>
    <message>
        <source>%1 without failures</source>
        <translation>不计故障为 %1</translation>
    </message>
    <message>
        <source>Purchase</source>
        <translation>购置</translation>
    </message>
    <message>
        <source>Cost of a month</source>
        <translation>每月费用</translation>
    </message>
    <message>
        <source>Cost of ownership</source>
        <translation>拥有成本</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Done by</source>
        <translation>最迟完成日</translation>
    </message>
    <message>
        <source>Energy at the wall</source>
        <translation>总输入电能</translation>
    </message>
    <message>
        <source>Carbon</source>
        <translation>碳排放</translation>
    </message>
    <message>
        <source>Interruptions of spot in the job</source>
        <translation>任务中的竞价中断次数</translation>
    </message>
    <message>
        <source>Term</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Sum</source>
        <translation>金额</translation>
    </message>
    <message>
        <source>How</source>
        <translation>计算方式</translation>
    </message>
    <message>
        <source>Daly 2006. τ: work between checkpoints, s: writing one, R: a restart, m: mean time between failures = 3600 / (λ g + u), in s; λ: failures of a GPU in an hour; u: interruptions of spot in one; without failures τ / (τ + s)</source>
        <translation>Daly 2006。τ：两个检查点之间的工作时间，s：写入一个检查点的时间，R：一次重启的时间，m：平均故障间隔 = 3600 / (λ g + u)，单位均为 s；λ：一块 GPU 每小时的故障数；u：每小时的竞价中断次数；无故障时为 τ / (τ + s)</translation>
    </message>
    <message>
        <source>%1 g CO₂e</source>
        <translation>%1 g CO₂e</translation>
    </message>
    <message>
        <source>Carbon of a kWh</source>
        <translation>每 kWh 的碳排放</translation>
    </message>
    <message>
        <source>%1 (grid of %2, %3)</source>
        <comment>432 g CO2e (grid of Iowa, 2025)</comment>
        <translation>%1（%2 的电网，%3）</translation>
    </message>
    <message>
        <source>months of use</source>
        <translation>使用月数</translation>
    </message>
    <message>
        <source>paid until then</source>
        <translation>至此已付</translation>
    </message>
    <message>
        <source>rent</source>
        <translation>租用</translation>
    </message>
    <message>
        <source>buy</source>
        <translation>购买</translation>
    </message>
    <message>
        <source>Rent or buy</source>
        <translation>租用还是购买</translation>
    </message>
    <message>
        <source>Cost of renting and of buying by months of use.</source>
        <translation>按使用月数的租用与购买费用。</translation>
    </message>
    <message>
        <source>Renting takes %1 a month. Buying takes %2 at once and %3 a month; after %4 years the machines are worth %5.</source>
        <translation>租用每月 %1。购买先付 %2，此后每月 %3；%4 年后机器还值 %5。</translation>
    </message>
    <message>
        <source>After</source>
        <translation>使用时间</translation>
    </message>
    <message>
        <source>Renting</source>
        <translation>租用</translation>
    </message>
    <message>
        <source>Buying</source>
        <translation>购买</translation>
    </message>
    <message>
        <source>Fine-tuning</source>
        <translation>微调</translation>
    </message>
    <message>
        <source>Products with adapters</source>
        <translation>带适配器的矩阵乘</translation>
    </message>
    <message>
        <source>every product</source>
        <translation>所有矩阵乘</translation>
    </message>
    <message>
        <source>Frozen parts</source>
        <translation>冻结部分</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>packed into full sequences</source>
        <translation>打包成完整序列</translation>
    </message>
    <message>
        <source>padded to the longest of a micro-batch</source>
        <translation>填充到微批次中最长的样本</translation>
    </message>
    <message>
        <source>Reference model</source>
        <translation>参考模型</translation>
    </message>
    <message>
        <source>N: active parameters without the embedding; L: layers; h: hidden size; of each pool g: GPUs used, F: peak of a GPU in the job&apos;s precision, FLOP/s. Of a fine-tuned model (2 + 2 P) N + 2 R stands for 6 N: P forward passes, R trained parameters that a token visits</source>
        <translation>N：不含嵌入的激活参数；L：层数；h：隐藏维度；对每个池，g：使用的 GPU 数，F：GPU 在任务精度下的峰值，FLOP/s。对微调的模型，以 (2 + 2 P) N + 2 R 代替 6 N：P 为前向次数，R 为每个词元经过的可训练参数</translation>
    </message>
    <message>
        <source>Runs on</source>
        <translation>可运行于</translation>
    </message>
    <message>
        <source>x: the layout with its job; C: the conditions of a runtime, read from its own code: the first that holds decides</source>
        <translation>x：带作业的布局；C：运行时的条件，读自其代码：第一个成立的条件决定结果</translation>
    </message>
    <message>
        <source>Not measured: no run of this software was published on %1. What its predictions rest on stands in brackets, and their band is wider.</source>
        <translation>未实测：没有公布该软件在 %1 上的运行。括号中是预测的依据，其区间更宽。</translation>
    </message>
    <message>
        <source>Energy at the wall, an estimate</source>
        <translation>墙上电能（估计值）</translation>
    </message>
    <message>
        <source>Energy of 10¹² tokens, without failures</source>
        <translation>10¹² 词元的电能（不含故障）</translation>
    </message>
    <message>
        <source>Carbon of 10¹² tokens, without failures</source>
        <translation>10¹² 词元的碳排放（不含故障）</translation>
    </message>
    <message>
        <source>%1 · catalogue %2</source>
        <translation>%1 · 目录 %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>model, deployment</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Stopped early: a better one may exist.</source>
        <translation>提前停止：可能有更好的。</translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 词元/秒</translation>
    </message>
    <message>
        <source>The answer</source>
        <translation>答案</translation>
    </message>
    <message>
        <source>%1 layers on %2 machines let %3 through, prompts and answers together.</source>
        <translation>%2 台机器上的 %1 层通过 %3，提示与回答合计。</translation>
    </message>
    <message>
        <source>Flow</source>
        <translation>流量</translation>
    </message>
    <message>
        <source>%1 of it answers</source>
        <translation>其中 %1 为回答</translation>
    </message>
    <message>
        <source>No layout exceeds</source>
        <translation>任何布局不超过</translation>
    </message>
    <message>
        <source>%1 above</source>
        <translation>高出 %1</translation>
    </message>
    <message>
        <source>Slowest way of a token</source>
        <translation>词元的最慢路径</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>The layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>Layers of each machine, counted from 1; tokens/s that flow and that it can do.</source>
        <translation>各机器的层，自 1 起计；流过的与其能处理的词元/秒。</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>How many</source>
        <translation>数目</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>至多</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>占用</translation>
    </message>
    <message>
        <source>Where requests go on, by shares.</source>
        <translation>请求去向，按份额。</translation>
    </message>
    <message>
        <source>From</source>
        <translation>自</translation>
    </message>
    <message>
        <source>To</source>
        <translation>至</translation>
    </message>
    <message>
        <source>Flow against the way of a token</source>
        <translation>流与词元路径</translation>
    </message>
    <message>
        <source>Layouts that no other beats in both.</source>
        <translation>在两方面均不被其他超越的布局。</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Slowest way</source>
        <translation>最慢路径</translation>
    </message>
    <message>
        <source>Machines and links are arcs with capacities in tokens/s: a machine what it does with the layers that it holds, a link its rate over the activations of a token. What a layout serves is the maximum flow from the coordinator through all layers and back; machines whose layers follow each other are joined. Layouts are searched by stages and bettered one machine at a time; the bound is the most that each machine can do over the layers of the model.</source>
        <translation>机器与链路是容量以词元/秒计的弧：机器为其所持层数下的处理速率，链路为其速率除以一个词元的激活。布局的服务能力是从协调器经过所有层再返回的最大流；层相接的机器相连。布局按级搜索，并逐台机器改进；界为各机器在模型各层上最多能处理的量。</translation>
    </message>
    <message>
        <source>%1 layers over %2 machines</source>
        <translation>%2 台机器上的 %1 层</translation>
    </message>
    <message>
        <source>%1 (%2 to %3)</source>
        <comment>value and its band</comment>
        <translation>%1（%2 至 %3）</translation>
    </message>
    <message>
        <source>%1 requests/s</source>
        <translation>%1 请求/秒</translation>
    </message>
    <message>
        <source>The question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>首词元</translation>
    </message>
    <message>
        <source>Each further token</source>
        <translation>其后每个词元</translation>
    </message>
    <message>
        <source>Whole request</source>
        <translation>整个请求</translation>
    </message>
    <message>
        <source>What is to be served.</source>
        <translation>要服务的内容。</translation>
    </message>
    <message>
        <source>%1 a million tokens</source>
        <translation>每百万词元 %1</translation>
    </message>
    <message>
        <source>%1 on %2 GPUs keeps what is promised.</source>
        <translation>%2 个 GPU 上的 %1 兑现承诺。</translation>
    </message>
    <message>
        <source>%1 on %2 GPUs does not keep what is promised.</source>
        <translation>%2 个 GPU 上的 %1 不能兑现承诺。</translation>
    </message>
    <message>
        <source>Tokens/s a GPU</source>
        <translation>每 GPU 词元/秒</translation>
    </message>
    <message>
        <source>%1 to one user</source>
        <translation>每个用户 %1</translation>
    </message>
    <message>
        <source>A million tokens</source>
        <translation>百万词元</translation>
    </message>
    <message>
        <source>The deployment</source>
        <translation>部署</translation>
    </message>
    <message>
        <source>Groups of equal replicas. Limits of a step and of a batch stand with the start.</source>
        <translation>相同副本的组。一步与批的上限见启动部分。</translation>
    </message>
    <message>
        <source>Replicas</source>
        <translation>副本</translation>
    </message>
    <message>
        <source>A replica</source>
        <translation>一个副本</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Cache in use</source>
        <translation>缓存占用</translation>
    </message>
    <message>
        <source>Figures at the traffic, with the bands in which 80 % of comparable runs lie.</source>
        <translation>该流量下的数值，及 80 % 可比运行所在的区间。</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Time to the first token</source>
        <translation>首词元时间</translation>
    </message>
    <message>
        <source>Time to the first token, 99 of 100</source>
        <translation>首词元时间，100 个中的 99 个</translation>
    </message>
    <message>
        <source>Time for each further token</source>
        <translation>其后每个词元的时间</translation>
    </message>
    <message>
        <source>Answers, all together</source>
        <translation>回答，合计</translation>
    </message>
    <message>
        <source>Answers, to one user</source>
        <translation>回答，每个用户</translation>
    </message>
    <message>
        <source>Answers, of one GPU</source>
        <translation>回答，每个 GPU</translation>
    </message>
    <message>
        <source>Requests that are served</source>
        <translation>服务的请求</translation>
    </message>
    <message>
        <source>Requests within the promises at most</source>
        <translation>承诺之内的最多请求</translation>
    </message>
    <message>
        <source>Sequences that a replica decodes at once</source>
        <translation>一个副本同时解码的序列数</translation>
    </message>
    <message>
        <source>GPUs, with those that are paid but not used</source>
        <translation>GPU 数，含已付费未使用的</translation>
    </message>
    <message>
        <source>%1 (%2 paid)</source>
        <translation>%1（付费 %2）</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <comment>pool, what binds it</comment>
        <translation>%1：%2。</translation>
    </message>
    <message>
        <source>tokens/s to one user</source>
        <translation>每个用户的词元/秒</translation>
    </message>
    <message>
        <source>tokens/s of one GPU</source>
        <translation>每个 GPU 的词元/秒</translation>
    </message>
    <message>
        <source>not beaten in both at once</source>
        <translation>不会在两方面同时被超越</translation>
    </message>
    <message>
        <source>the answer</source>
        <translation>答案</translation>
    </message>
    <message>
        <source>Users against GPUs</source>
        <translation>用户与 GPU</translation>
    </message>
    <message>
        <source>The frontier: faster to each user, or more from each GPU.</source>
        <translation>前沿：对每个用户更快，或每个 GPU 产出更多。</translation>
    </message>
    <message>
        <source>Deployments of the frontier, the fastest to each user first.</source>
        <translation>前沿上的部署，对每个用户最快者在前。</translation>
    </message>
    <message>
        <source>Deployment</source>
        <translation>部署</translation>
    </message>
    <message>
        <source>Tokens/s a user</source>
        <translation>每用户词元/秒</translation>
    </message>
    <message>
        <source>requests/s</source>
        <translation>请求/秒</translation>
    </message>
    <message>
        <source>promised</source>
        <translation>承诺</translation>
    </message>
    <message>
        <source>first token, ms</source>
        <translation>首词元，毫秒</translation>
    </message>
    <message>
        <source>each further token, ms</source>
        <translation>其后每个词元，毫秒</translation>
    </message>
    <message>
        <source>cache in use, %</source>
        <translation>缓存占用，%</translation>
    </message>
    <message>
        <source>As the load grows</source>
        <translation>随负载增长</translation>
    </message>
    <message>
        <source>%1 against the load of %2.</source>
        <comment>figure, pool</comment>
        <translation>%1 随 %2 的负载变化。</translation>
    </message>
    <message>
        <source>Where memory and time go</source>
        <translation>显存与时间的去向</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>keys and values</source>
        <translation>键与值</translation>
    </message>
    <message>
        <source>work space</source>
        <translation>工作空间</translation>
    </message>
    <message>
        <source>left free</source>
        <translation>留空</translation>
    </message>
    <message>
        <source>products</source>
        <translation>矩阵乘</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>experts</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>small kernels</source>
        <translation>小内核</translation>
    </message>
    <message>
        <source>head</source>
        <translation>输出头</translation>
    </message>
    <message>
        <source>host, not overlapped</source>
        <translation>主机，未重叠</translation>
    </message>
    <message>
        <source>Parts of one iteration that decodes. They add up to its time.</source>
        <translation>一次解码迭代的各部分，相加即其用时。</translation>
    </message>
    <message>
        <source>%1 drafted</source>
        <translation>草拟 %1 个</translation>
    </message>
    <message>
        <source>%1 × prefill %2 + %3 × decode %4</source>
        <translation>%1 × 预填充 %2 + %3 × 解码 %4</translation>
    </message>
    <message>
        <source>%1 × %2 on %3</source>
        <comment>replicas, layout, pool</comment>
        <translation>%3 上 %1 × %2</translation>
    </message>
    <message>
        <source>nothing binds</source>
        <translation>无制约</translation>
    </message>
    <message>
        <source>reading weights and the cache from memory takes most of an iteration</source>
        <translation>从显存读取权重与缓存占迭代的大部分</translation>
    </message>
    <message>
        <source>arithmetic takes most of an iteration</source>
        <translation>运算占迭代的大部分</translation>
    </message>
    <message>
        <source>launches of small kernels take most of an iteration</source>
        <translation>小内核的启动占迭代的大部分</translation>
    </message>
    <message>
        <source>links between GPUs take most of an iteration</source>
        <translation>GPU 间链路占迭代的大部分</translation>
    </message>
    <message>
        <source>prompts take most of the time</source>
        <translation>提示占大部分时间</translation>
    </message>
    <message>
        <source>memory for keys and values limits how many sequences decode at once</source>
        <translation>键与值的显存限制同时解码的序列数</translation>
    </message>
    <message>
        <source>the host takes longer for an iteration than the GPU</source>
        <translation>一次迭代中主机比 GPU 用时更长</translation>
    </message>
    <message>
        <source>the weights leave no memory for keys and values</source>
        <translation>权重未给键与值留下显存</translation>
    </message>
    <message>
        <source>The figures are computed, not measured. An iteration is the sum of its kernels: products of the batch with each weight, limited by arithmetic or by memory traffic; attention over the keys and values of all sequences; experts, of which each distinct one is read once; all-reduce and all-to-all on the link they use; launches. The host works beside the GPU, and what does not overlap is added.</source>
        <translation>数值为计算所得，并非实测。一次迭代是其内核之和：批与各权重的乘积，受运算或显存流量限制；对所有序列的键与值的注意力；专家，每个不同的专家读取一次；all-reduce 与 all-to-all，按所用链路；启动。主机与 GPU 并行工作，未重叠的部分另加。</translation>
    </message>
    <message>
        <source>Load is a fixed point: as many sequences decode as arrive during the time that each takes, and the time grows with their number. Prompts take their part of each iteration, or iterations of their own where an engine runs them alone. Waiting follows from arrivals and from the places that memory and the limits of the engine leave.</source>
        <translation>负载是一个不动点：同时解码的序列数等于每个序列用时内到达的数目，而用时随其数目增长。提示占用每次迭代的一部分，或在引擎单独运行提示时占用自己的迭代。等待由到达情况以及显存与引擎上限所留的位置决定。</translation>
    </message>
    <message>
        <source>The formulas.</source>
        <translation>公式。</translation>
    </message>
    <message>
        <source>Iteration</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>Sequences that decode</source>
        <translation>解码的序列数</translation>
    </message>
    <message>
        <source>Time per token</source>
        <translation>每词元时间</translation>
    </message>
    <message>
        <source>Distinct experts</source>
        <translation>不同的专家</translation>
    </message>
    <message>
        <source>Room for keys and values</source>
        <translation>键与值的空间</translation>
    </message>
    <message>
        <source>Cost of a million tokens</source>
        <translation>百万词元的费用</translation>
    </message>
    <message>
        <source>λ: requests/s; O: tokens of an answer; t(b, p): an iteration of b sequences and p tokens of prompts; a: probability that a drafted token is accepted, n: drafted tokens; E: experts, k: of a token; u: share of the memory M that the engine takes, W: weights. Bands hold 80 % of comparable measured runs.</source>
        <translation>λ：请求/秒；O：一个回答的词元数；t(b, p)：b 个序列与 p 个提示词元的一次迭代；a：草拟词元被接受的概率，n：草拟词元数；E：专家数，k：每词元的专家数；u：引擎占用显存 M 的份额，W：权重。区间包含 80 % 的可比实测运行。</translation>
    </message>
    <message>
        <source>%1 deployments were evaluated and %2 cut by bounds, in %3.</source>
        <translation>%3 内评估了 %1 个部署，由界剪去 %2 个。</translation>
    </message>
    <message>
        <source>Constants of the engines</source>
        <translation>引擎的常数</translation>
    </message>
    <message>
        <source>Constants of the engines&apos; software, fitted to measured runs (%1).</source>
        <translation>引擎软件的常数，按实测运行拟合（%1）。</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>The start</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Arguments of %1 for %2; copies: %3.</source>
        <comment>engine, server</comment>
        <translation>%1 对 %2 的参数；份数：%3。</translation>
    </message>
    <message>
        <source>Argument</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Waiting for repairs</source>
        <translation>等待修复</translation>
    </message>
    <message>
        <source>The share w of the hours, over pools, in which n spares stand in for single nodes and domains of d nodes under repair, a and b of them on average, as Poisson counts (Palm); goodput is multiplied by it where failures last</source>
        <translation>w：在各资源池上累乘的时间占比，其间 n 个备用节点足以顶替正在修复的单个节点与各含 d 个节点的故障域，二者平均数目分别为 a 与 b，按泊松计数（Palm）；若故障会持续，有效产出率须乘以 w</translation>
    </message>
    <message>
        <source>The layout that runs</source>
        <translation>运行中的布局</translation>
    </message>
    <message>
        <source>Runs: %1.</source>
        <translation>运行中：%1。</translation>
    </message>
    <message>
        <source>Ways to go on: step, what it loses against nothing slow, bound, what moves.</source>
        <translation>后续的做法：单步时间、相对没有任何变慢时的损失、界、迁移量。</translation>
    </message>
    <message>
        <source>GPUs of other stages hold %1 of the optimizer state. </source>
        <translation>其他阶段的 GPU 存放 %1 的优化器状态。</translation>
    </message>
    <message>
        <source>How much goodput spare nodes hold, each placed where it holds the most.</source>
        <translation>备用节点能保证多高的有效产出率，每个都放在效果最大的位置。</translation>
    </message>
    <message>
        <source>Spare nodes</source>
        <translation>备用节点</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Hours that wait for a repair</source>
        <translation>等待修复的时间占比</translation>
    </message>
    <message>
        <source>Mean time to repair</source>
        <translation>平均修复时间</translation>
    </message>
    <message>
        <source>%1 (assumed)</source>
        <comment>a value</comment>
        <translation>%1（假定）</translation>
    </message>
    <message>
        <source>Why this deployment</source>
        <translation>为何选择此部署</translation>
    </message>
    <message>
        <source>Why not the next one</source>
        <translation>为何不选下一名</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <comment>deployment, why it is not first</comment>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>Figures in which the next deployment differs from the answer.</source>
        <translation>下一名部署与答案不同的数值。</translation>
    </message>
    <message>
        <source>The next one</source>
        <translation>下一名</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>What it rests on</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>What is assumed</source>
        <translation>假定的内容</translation>
    </message>
    <message>
        <source>Settings that nobody stated, with the values that were taken.</source>
        <translation>无人给出的设置，以及所取的值。</translation>
    </message>
    <message>
        <source>All-to-all of the experts on %1</source>
        <translation>%1 上专家的 all-to-all</translation>
    </message>
    <message>
        <source>Experts of the first ranks, and their load over the mean.</source>
        <translation>前若干个秩的专家，及其负载与均值之比。</translation>
    </message>
    <message>
        <source>Experts of each rank, and their load over the mean.</source>
        <translation>各秩的专家，及其负载与均值之比。</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>秩</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>负载</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>Why this layout</source>
        <translation>为何选择此布局</translation>
    </message>
    <message>
        <source>What limits the flow of this layout, and the flow with 10 % more of it.</source>
        <translation>限制此布局的流的因素，以及该因素增加 10 % 时的流。</translation>
    </message>
    <message>
        <source>An iteration</source>
        <translation>一次迭代</translation>
    </message>
    <message>
        <source>on %1 GPUs</source>
        <translation>在 %1 块 GPU 上</translation>
    </message>
    <message>
        <source>GPUs at work</source>
        <translation>GPU 工作时间</translation>
    </message>
    <message>
        <source>of their time in an iteration</source>
        <translation>占其一次迭代时间的比例</translation>
    </message>
    <message>
        <source>%1 an iteration</source>
        <translation>每次迭代 %1</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>What an iteration does.</source>
        <translation>一次迭代所做的工作。</translation>
    </message>
    <message>
        <source>Roles.</source>
        <translation>角色。</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>作用</translation>
    </message>
    <message>
        <source>Calls of the dataflow.</source>
        <translation>数据流的调用。</translation>
    </message>
    <message>
        <source>Call</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>It</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Waits for</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>number of GPUs, pool</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>bytes held, bytes that may be used</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>The placement</source>
        <translation>放置</translation>
    </message>
    <message>
        <source>Sets of GPUs. Roles of a set take turns; a GPU of it is as full as in its fullest call, and what waits may lie in host memory.</source>
        <translation>GPU 组。同组的角色轮流运行；组内 GPU 的占用以其最满的一次调用为准，等待中的内容可放在主机内存中。</translation>
    </message>
    <message>
        <source>Roles</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Layouts</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>To host</source>
        <translation>移至主机</translation>
    </message>
    <message>
        <source>Why this placement</source>
        <translation>为何选择此放置</translation>
    </message>
    <message>
        <source>%1 an iteration</source>
        <comment>sign of a currency</comment>
        <translation>%1/迭代</translation>
    </message>
    <message>
        <source>seconds an iteration</source>
        <translation>每次迭代的秒数</translation>
    </message>
    <message>
        <source>Time against money</source>
        <translation>时间与费用</translation>
    </message>
    <message>
        <source>Placements that no other beats in both time and cost of an iteration.</source>
        <translation>在一次迭代的时间与费用两方面均不被其他放置超越的放置。</translation>
    </message>
    <message>
        <source>These placements, the fastest first.</source>
        <translation>这些放置，最快者在前。</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>放置</translation>
    </message>
    <message>
        <source>together</source>
        <comment>roles on GPUs</comment>
        <translation>共用</translation>
    </message>
    <message>
        <source>two sets</source>
        <comment>of GPUs</comment>
        <translation>两组</translation>
    </message>
    <message>
        <source>apart</source>
        <comment>roles on GPUs</comment>
        <translation>各自独立</translation>
    </message>
    <message>
        <source>Where an iteration goes</source>
        <translation>一次迭代的时间去向</translation>
    </message>
    <message>
        <source>Parts of an iteration along what decides its length; they add up to it.</source>
        <translation>沿决定时长的路径，一次迭代的各部分；合计等于迭代用时。</translation>
    </message>
    <message>
        <source>One iteration, set by set</source>
        <translation>逐组的一次迭代</translation>
    </message>
    <message>
        <source>What each set does in an iteration, back to back: generation runs ahead, and sets work on samples of iterations of their own. Below, memory over the same time.</source>
        <translation>每组在一次迭代中所做的工作，首尾相接：生成提前进行，各组处理各自迭代的样本。其下为同一时间轴上的显存。</translation>
    </message>
    <message>
        <source>Calls of every set by role, waiting hatched, what decides the length outlined. Below, memory over the same time.</source>
        <translation>各组按角色列出的调用，等待以斜线填充，决定时长者加框。其下为同一时间轴上的显存。</translation>
    </message>
    <message>
        <source>How much of an iteration each set works.</source>
        <translation>每组在一次迭代中工作的时间。</translation>
    </message>
    <message>
        <source>At work</source>
        <translation>工作</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>份额</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Together, in two sets, each by itself</source>
        <translation>共用一组、分为两组、各自独立</translation>
    </message>
    <message>
        <source>The best placement of each form.</source>
        <translation>每种形式的最佳放置。</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>形式</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>忙碌</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <comment>placement, why it is not first</comment>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>Figures in which the next placement differs from the answer.</source>
        <translation>下一名放置与答案不同的数值。</translation>
    </message>
    <message>
        <source>The figures are computed. An iteration lies between %1 and %2 in 80 of 100 comparable measured runs that state their layouts and lengths.</source>
        <translation>数值为计算所得。在 100 次给出布局与长度的可比实测运行中，有 80 次的一次迭代在 %1 至 %2 之间。</translation>
    </message>
    <message>
        <source>How answers spread around their mean is assumed: longer tails keep engines waiting for the last answers.</source>
        <translation>回答长度围绕均值的分布是假定的：尾部越长，引擎等待最后几个回答的时间越久。</translation>
    </message>
    <message>
        <source>Generation ahead of training learns from answers of older weights: what that does to the result of training is not predicted.</source>
        <translation>生成提前于训练时，学习所用的回答来自较旧的权重：这对训练结果的影响不作预测。</translation>
    </message>
    <message>
        <source>Set sizes are parts of nodes, or nodes in numbers without prime factors above 3, and each set lies on one pool: other sizes were not looked at.</source>
        <translation>组的大小为节点的一部分，或不含大于 3 的质因数的节点数，且每组位于一个资源池：未考察其他大小。</translation>
    </message>
    <message>
        <source>Values that nobody measured or stated, with what was taken.</source>
        <translation>无人实测或给出的值，以及所取的值。</translation>
    </message>
    <message>
        <source>Taken</source>
        <translation>所取的值</translation>
    </message>
    <message>
        <source>Every partition of the roles into sets and every allocation of GPUs to the sets is bounded, and played through where a bound does not exclude it (HybridFlow, EuroSys 2025, section 6, with branch and bound in place of enumeration). An engine may stand apart from the trainer whose weights it takes in.</source>
        <translation>角色划分为组的每一种方式，以及 GPU 分配给各组的每一种方式，都求出界；界未能排除的则加以推演（HybridFlow，EuroSys 2025，第 6 节，以分支定界代替枚举）。引擎可以与其所接收权重的训练器分开放置。</translation>
    </message>
    <message>
        <source>Training and forward passes of a role take what the cost model of training gives for the best layout that fits beside the others of the set. Engines take what the model of serving gives: prompts are read once, answers of unequal length are decoded together, a place that is free is taken by the next sample, and the last answers are decoded nearly alone.</source>
        <translation>一个角色的训练与前向传播，按训练的费用模型对能与同组其他角色并存的最佳布局给出的用时计。引擎按服务的模型给出的用时计：提示只读一次，长度不等的回答一起解码，空出的位置由下一个样本占用，最后几个回答几乎单独解码。</translation>
    </message>
    <message>
        <source>Begin of a call</source>
        <translation>一次调用的开始</translation>
    </message>
    <message>
        <source>Iteration, generation ahead by a</source>
        <translation>迭代，生成提前 a 次</translation>
    </message>
    <message>
        <source>Re-sharding on the same GPUs</source>
        <translation>同一批 GPU 上的重新分片</translation>
    </message>
    <message>
        <source>Weights to other sets</source>
        <translation>权重传至其他组</translation>
    </message>
    <message>
        <source>Cost of an iteration</source>
        <translation>一次迭代的费用</translation>
    </message>
    <message>
        <source>Constants of post-training</source>
        <translation>后训练的常数</translation>
    </message>
    <message>
        <source>Constants fitted to measured iterations.</source>
        <translation>按实测迭代拟合的常数。</translation>
    </message>
    <message>
        <source>answers have one token</source>
        <translation>回答只有一个词元</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>已兑现</translation>
    </message>
    <message>
        <source>breaks: %1</source>
        <comment>a promise</comment>
        <translation>未兑现：%1</translation>
    </message>
    <message>
        <source>Promises</source>
        <translation>承诺</translation>
    </message>
    <message>
        <source>The best with one value lower or higher, planned anew each time: %1. A dash: nothing serves there.</source>
        <comment>figure</comment>
        <translation>某一数值降低或升高时的最佳结果，每次重新规划：%1。破折号：此时没有部署能提供服务。</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现值</translation>
    </message>
    <message>
        <source>Lower</source>
        <translation>较低</translation>
    </message>
    <message>
        <source>Higher</source>
        <translation>较高</translation>
    </message>
    <message>
        <source>First holds</source>
        <translation>第一名保持的范围</translation>
    </message>
    <message>
        <source>That took %1.</source>
        <comment>time</comment>
        <translation>用时 %1。</translation>
    </message>
    <message numerus="yes">
        <source>over %n machine(s)</source>
        <translation>
            <numerusform>跨 %n 台机器</numerusform>
        </translation>
    </message>
    <message>
        <source>the limit of sequences keeps others waiting that memory has room for</source>
        <translation>序列数限制使其他序列等待，而内存仍有空间</translation>
    </message>
    <message>
        <source>A distributed program is as fast: %1.</source>
        <translation>分布式程序一样快：%1。</translation>
    </message>
    <message>
        <source>A distributed program is %1 faster: %2. By the goal of the plan it ranks behind.</source>
        <translation>分布式程序快 %1：%2。按方案的目标，它排在后面。</translation>
    </message>
    <message>
        <source>First of all kinds of plan found, and proven the best of its kind</source>
        <translation>在找到的各类方案中居首，并已证明为同类最优</translation>
    </message>
    <message>
        <source>First of all kinds of plan found; one of its kind may be better by at most %1</source>
        <translation>在找到的各类方案中居首；同类中最多可能还有好 %1 的方案</translation>
    </message>
    <message>
        <source>First of all kinds of plan found</source>
        <translation>在找到的各类方案中居首</translation>
    </message>
    <message>
        <source>Recommended is %1. The best strategy, %2, makes %3 tokens/s, with a step in %4 and %5 for 10¹² tokens; the ranking, the timeline, why and what would change the answer are about it.</source>
        <translation>推荐的是%1。最佳策略 %2 每秒处理 %3 个词元，一步用时 %4，10¹² 个词元需 %5；排名、时间线、原因以及会改变答案的因素都针对该策略。</translation>
    </message>
    <message>
        <source>The first row, without a number, is of another kind.</source>
        <translation>第一行没有编号，属于另一类方案。</translation>
    </message>
    <message>
        <source>Of #1, the best strategy. Recommended is %1.</source>
        <translation>针对 #1，即最佳策略。推荐的是%1。</translation>
    </message>
    <message>
        <source>Memory of the fullest GPU of every pool, with the limit (capacity less headroom).</source>
        <translation>各资源池中占用最满的 GPU 的显存，附上限（容量减去预留）。</translation>
    </message>
    <message>
        <source>A GPU that is used has no price, so that no sum of money can be given.</source>
        <translation>所用的某种 GPU 没有价格，因此无法给出金额合计。</translation>
    </message>
    <message>
        <source>Memory of a GPU by part.</source>
        <translation>一个 GPU 的显存，按部分列出。</translation>
    </message>
    <message>
        <source>Of #1, the best strategy, against other strategies:</source>
        <translation>#1（最佳策略）与其他策略相比：</translation>
    </message>
    <message>
        <source>It is proven the best of its kind.</source>
        <translation>已证明它是同类中最佳。</translation>
    </message>
    <message>
        <source>One of its kind may be better by at most %1.</source>
        <translation>同类中可能有更好者，但至多好 %1。</translation>
    </message>
    <message>
        <source>Its search was stopped early: one of its kind may be better.</source>
        <translation>其搜索提前停止：同类中可能有更好者。</translation>
    </message>
</context>
<context>
    <name>RowFilter</name>
    <message>
        <source>“%1” is not a column. Try: %2.</source>
        <translation>“%1”不是列。可试：%2。</translation>
    </message>
    <message>
        <source>A value is missing after “%1”.</source>
        <translation>“%1”之后缺少值。</translation>
    </message>
    <message>
        <source>“%1” is not a number that “%2” can be compared with.</source>
        <translation>“%1”不是可与“%2”比较的数。</translation>
    </message>
    <message>
        <source>“%1” has words, not sizes: use “:” in place of “%2”.</source>
        <translation>“%1”的内容是词语而非大小：请用“:”代替“%2”。</translation>
    </message>
    <message>
        <source>“%1” is none of: %2.</source>
        <translation>“%1”不属于：%2。</translation>
    </message>
    <message>
        <source>cost is in %1; “$” in its place is in dollars</source>
        <comment>code of a currency</comment>
        <translation>cost 以 %1 计；改写为“$”则以美元计</translation>
    </message>
    <message>
        <source>A row has to meet every term; “-” before a term excludes what it matches.</source>
        <translation>一行必须满足每个条件；条件前的“-”排除与之匹配的行。</translation>
    </message>
    <message>
        <source>Numbers are compared by = != &lt; &lt;= &gt; &gt;=, words by a colon.</source>
        <translation>数字用 = != &lt; &lt;= &gt; &gt;= 比较，词语用冒号。</translation>
    </message>
    <message>
        <source>tp, pp, dp, cp, ep, etp: degrees of tensor, pipeline, data, context, expert and expert-tensor parallelism — tp=8</source>
        <translation>tp、pp、dp、cp、ep、etp：张量、流水线、数据、上下文、专家和专家张量并行度 — tp=8</translation>
    </message>
    <message>
        <source>vp: model chunks per stage; mbs: sequences of a micro-batch; zero: ZeRO stage; gpus: GPUs used; rank: place in the ranking — rank&lt;=10</source>
        <translation>vp：每阶段的模型块数；mbs：微批次的序列数；zero：ZeRO 级别；gpus：所用 GPU 数；rank：排名 — rank&lt;=10</translation>
    </message>
    <message>
        <source>mem: memory in % of the limit; mfu: model FLOPs utilisation; bubble: share of the step — mem&lt;90%</source>
        <translation>mem：显存占上限的百分比；mfu：模型 FLOPs 利用率；bubble：占一步的份额 — mem&lt;90%</translation>
    </message>
    <message>
        <source>delta: how much better or worse than the best, in % — delta&gt;-5%</source>
        <translation>delta：比最佳好或差多少，% — delta&gt;-5%</translation>
    </message>
    <message>
        <source>step: time of a step — step&lt;250ms; hours: time of the whole job — hours&lt;3d</source>
        <translation>step：步时间 — step&lt;250ms；hours：整个作业的时间 — hours&lt;3d</translation>
    </message>
    <message>
        <source>speed: tokens per second — speed&gt;40k; cost: of 10¹² tokens — cost&lt;1.5M; power: in kW — power&lt;90</source>
        <translation>speed：每秒词元数 — speed&gt;40k；cost：10¹² 词元的费用 — cost&lt;1.5M；power：kW — power&lt;90</translation>
    </message>
    <message>
        <source>type: GPU type, also without “type:” — type:h100</source>
        <translation>type：GPU 类型，也可不写“type:” — type:h100</translation>
    </message>
    <message>
        <source>recompute: none, selective or full — recompute:full</source>
        <translation>recompute：none、selective 或 full — recompute:full</translation>
    </message>
    <message>
        <source>is: pinned, mine or rejected — is:pinned</source>
        <translation>is：pinned（已固定）、mine（我的）或 rejected（已排除） — is:pinned</translation>
    </message>
    <message>
        <source>schedule: one of %1 — schedule:1f1b</source>
        <comment>names of schedules</comment>
        <translation>schedule：%1 之一 — schedule:1f1b</translation>
    </message>
</context>
<context>
    <name>RuleReason</name>
    <message>
        <source>the GPU type has no matrix rate for the job&apos;s precision, or its memory is unknown</source>
        <translation>该 GPU 类型没有此作业精度的矩阵运算速率，或其显存未知</translation>
    </message>
    <message>
        <source>there is no rate to cost a step with</source>
        <translation>没有可用来计算每步耗时的速率</translation>
    </message>
    <message>
        <source>each pipeline stage needs a layer, and of its chunks all but the first and the last of the model</source>
        <translation>每个流水线阶段至少需要一层，除模型的首块与末块外，每个模型块也至少需要一层</translation>
    </message>
    <message>
        <source>a stage without a layer has no time of its own to play</source>
        <translation>没有层的阶段没有自己的时间可供推演</translation>
    </message>
    <message>
        <source>global batch is a multiple of micro-batch x data parallelism (--global-batch-size)</source>
        <translation>全局批次须为微批次 × 数据并行度的倍数 (--global-batch-size)</translation>
    </message>
    <message>
        <source>the last, smaller micro-batch would have to be costed by itself</source>
        <translation>最后一个较小的微批次需要单独计算耗时</translation>
    </message>
    <message>
        <source>attention heads are a multiple of tensor parallelism (--num-attention-heads)</source>
        <translation>注意力头数须为张量并行度的倍数 (--num-attention-heads)</translation>
    </message>
    <message>
        <source>no kernel is known for a part of a head</source>
        <translation>没有已知内核可计算注意力头的一部分</translation>
    </message>
    <message>
        <source>KV groups are a multiple or a divisor of tensor parallelism (--num-query-groups)</source>
        <translation>KV 组数须为张量并行度的倍数或约数 (--num-query-groups)</translation>
    </message>
    <message>
        <source>the copies of groups that ranks would share are not counted</source>
        <translation>多个 rank 共用的 KV 组的副本未计入</translation>
    </message>
    <message>
        <source>tensor parallelism stays inside the scale-up domain</source>
        <translation>张量并行须在纵向扩展域之内</translation>
    </message>
    <message>
        <source>the sequence is a multiple of 2 x context parallelism (--context-parallel-size)</source>
        <translation>序列长度须为 2 × 上下文并行度的倍数 (--context-parallel-size)</translation>
    </message>
    <message>
        <source>halves of unequal length would have to be costed by themselves</source>
        <translation>长度不等的两半需要分别计算耗时</translation>
    </message>
    <message>
        <source>experts are a multiple of expert parallelism (--expert-model-parallel-size)</source>
        <translation>专家数须为专家并行度的倍数 (--expert-model-parallel-size)</translation>
    </message>
    <message>
        <source>ranks with unequal numbers of experts would have to be costed by themselves</source>
        <translation>专家数不等的 rank 需要分别计算耗时</translation>
    </message>
    <message>
        <source>the ranks of a stage are a multiple of expert x expert-tensor parallelism</source>
        <translation>一个阶段的 rank 数须为专家并行度 × 专家张量并行度的倍数</translation>
    </message>
    <message>
        <source>there is no group of ranks for an expert</source>
        <translation>没有可放置专家的 rank 组</translation>
    </message>
    <message>
        <source>the inner width of an expert is a multiple of expert-tensor parallelism (--moe-ffn-hidden-size)</source>
        <translation>专家的内部宽度须为专家张量并行度的倍数 (--moe-ffn-hidden-size)</translation>
    </message>
    <message>
        <source>ranks with unequal parts of an expert would have to be costed by themselves</source>
        <translation>所分专家部分大小不等的 rank 需要分别计算耗时</translation>
    </message>
    <message>
        <source>the ranks that share an expert stay inside the scale-up domain</source>
        <translation>共同承载一个专家的 rank 须在纵向扩展域之内</translation>
    </message>
    <message>
        <source>virtual stages need more than one pipeline stage</source>
        <translation>虚拟阶段需要一个以上的流水线阶段</translation>
    </message>
    <message>
        <source>one stage alone has nothing to interleave with</source>
        <translation>只有一个阶段时没有可与之交错的阶段</translation>
    </message>
    <message>
        <source>virtual stages and a schedule that plays them belong together</source>
        <translation>虚拟阶段与支持它们的调度须一起使用</translation>
    </message>
    <message>
        <source>no other schedule has an order for several chunks</source>
        <translation>其他调度没有适用于多个块的次序</translation>
    </message>
    <message>
        <source>virtual stages hold equally many layers, but that embedding and loss may stand for up to three of them</source>
        <translation>各虚拟阶段的层数须相等，但嵌入与损失可顶替其中至多三层</translation>
    </message>
    <message>
        <source>the search&apos;s bounds are those of equal chunks with short ends</source>
        <translation>搜索的界针对的是大小相等、两端较短的块</translation>
    </message>
    <message>
        <source>both ends of ZB-V are on its first stage, which needs a layer beside embedding and loss</source>
        <translation>ZB-V 的两端都在第一个阶段上，除嵌入与损失外该阶段还需要一层</translation>
    </message>
    <message>
        <source>with interleaving the micro-batches are a multiple of the pipeline stages</source>
        <translation>使用交错调度时，微批次数须为流水线阶段数的倍数</translation>
    </message>
    <message>
        <source>the order of a last, smaller group of micro-batches is not known</source>
        <translation>最后一组较少的微批次采用何种次序未知</translation>
    </message>
    <message>
        <source>sequence parallelism needs tensor parallelism (--sequence-parallel)</source>
        <translation>序列并行需要张量并行 (--sequence-parallel)</translation>
    </message>
    <message>
        <source>tensor-parallel overlap needs sequence parallelism (--tp-comm-overlap)</source>
        <translation>重叠张量并行通信需要序列并行 (--tp-comm-overlap)</translation>
    </message>
    <message>
        <source>an all-reduce in one piece does not hide; what is fitted are its halves</source>
        <translation>一整次 all-reduce 无法隐藏；拟合的是它的两个半程</translation>
    </message>
    <message>
        <source>ZeRO shards over data and context ranks; there is one only</source>
        <translation>ZeRO 在数据与上下文并行的 rank 之间分片，而这里只有一个 rank</translation>
    </message>
    <message>
        <source>ZeRO 2 and 3 reduce or gather in every micro-batch: with a pipeline they are searched where the job names zero_stage</source>
        <translation>ZeRO 2 和 3 在每个微批次中都要归约或收集：有流水线时，仅当作业指定了 zero_stage 才搜索它们</translation>
    </message>
    <message>
        <source>there is no gradient traffic to overlap (--overlap-grad-reduce)</source>
        <translation>没有可重叠的梯度通信 (--overlap-grad-reduce)</translation>
    </message>
    <message>
        <source>overlapped parameter gathering needs a sharded optimizer and overlapped gradient reduction (--overlap-param-gather)</source>
        <translation>重叠参数收集需要分片的优化器和重叠的梯度归约 (--overlap-param-gather)</translation>
    </message>
    <message>
        <source>fused attention already recomputes the attention core (--recompute-granularity selective)</source>
        <translation>融合注意力已经会重计算注意力核心 (--recompute-granularity selective)</translation>
    </message>
    <message>
        <source>the bandwidth between the GPU and host memory is not known</source>
        <translation>GPU 与主机内存之间的带宽未知</translation>
    </message>
    <message>
        <source>there is no rate to cost the transfers with</source>
        <translation>没有可用来计算传输耗时的速率</translation>
    </message>
    <message>
        <source>an optimizer in host memory is a sharded one (--optimizer-cpu-offload)</source>
        <translation>主机内存中的优化器须为分片的优化器 (--optimizer-cpu-offload)</translation>
    </message>
    <message>
        <source>activations that go to host memory are not computed again, and without a pipeline there is one order to play</source>
        <translation>移到主机内存的激活不会重计算，且没有流水线时只有一种可推演的次序</translation>
    </message>
    <message>
        <source>transfers between several micro-batches, or of what is computed again, are not counted</source>
        <translation>多个微批次之间的传输，或重计算部分的传输，未计入</translation>
    </message>
    <message>
        <source>activations go to host memory without a pipeline and without recomputation (--cpu-offloading)</source>
        <translation>只有在没有流水线且不重计算时，激活才能移到主机内存 (--cpu-offloading)</translation>
    </message>
    <message>
        <source>with one stage, or one micro-batch, GPipe is 1F1B</source>
        <translation>只有一个阶段或一个微批次时，GPipe 就是 1F1B</translation>
    </message>
    <message>
        <source>there is no bubble to fill</source>
        <translation>没有可填充的气泡</translation>
    </message>
    <message>
        <source>ZB-V has two chunks a stage, one down the pipeline and one back</source>
        <translation>ZB-V 每个阶段有两个块，一块沿流水线下行，一块返回</translation>
    </message>
    <message>
        <source>there is no other order to play</source>
        <translation>没有其他可推演的次序</translation>
    </message>
    <message>
        <source>hybrid sharding needs ZeRO 3 and replicas both inside and outside of the scale-up domain</source>
        <translation>混合分片需要 ZeRO 3，且纵向扩展域内外都有副本</translation>
    </message>
    <message>
        <source>there is no group to shard over</source>
        <translation>没有可在其上分片的组</translation>
    </message>
    <message>
        <source>the replicas are a multiple of the group over which state is sharded</source>
        <translation>副本数须为状态分片组大小的倍数</translation>
    </message>
    <message>
        <source>shards of unequal groups are not counted</source>
        <translation>大小不等的组的分片未计入</translation>
    </message>
    <message>
        <source>heads of mixers that carry a state are a multiple of tensor x context parallelism, groups of Mamba 2 of tensor parallelism (--mamba-num-heads, --mamba-num-groups, --linear-num-value-heads)</source>
        <translation>带状态混合层的头数是张量并行 x 上下文并行的倍数，Mamba 2 的组数是张量并行的倍数（--mamba-num-heads, --mamba-num-groups, --linear-num-value-heads）</translation>
    </message>
    <message>
        <source>no kernel is known for a part of a head, and groups on several ranks are not counted</source>
        <translation>没有处理半个头的已知内核，跨进程的组也未计入</translation>
    </message>
</context>
<context>
    <name>RuleVariable</name>
    <message>
        <source>pipeline stages</source>
        <translation>流水线阶段数</translation>
    </message>
    <message>
        <source>chunks a stage</source>
        <translation>每个阶段的模型块数</translation>
    </message>
    <message>
        <source>ranks that share a sequence</source>
        <translation>共同处理一个序列的 rank 数</translation>
    </message>
    <message>
        <source>ranks that share the experts</source>
        <translation>分担各专家的 rank 数</translation>
    </message>
    <message>
        <source>ranks that share one expert</source>
        <translation>共同承载一个专家的 rank 数</translation>
    </message>
    <message>
        <source>replicas of the model</source>
        <translation>模型副本数</translation>
    </message>
    <message>
        <source>sequences at a time</source>
        <translation>每次处理的序列数</translation>
    </message>
    <message>
        <source>activations split along the sequence</source>
        <translation>激活沿序列切分</translation>
    </message>
    <message>
        <source>0 to 3</source>
        <translation>0 到 3</translation>
    </message>
    <message>
        <source>ranks over which state is sharded; 1 without ZeRO</source>
        <translation>状态在多少个 rank 上分片；无 ZeRO 时为 1</translation>
    </message>
    <message>
        <source>none, selective or full</source>
        <translation>none、selective 或 full</translation>
    </message>
    <message>
        <source>optimizer state in host memory</source>
        <translation>优化器状态放在主机内存</translation>
    </message>
    <message>
        <source>activations in host memory</source>
        <translation>激活放在主机内存</translation>
    </message>
    <message>
        <source>gradients reduced behind the backward pass</source>
        <translation>梯度归约隐藏在反向传播之后</translation>
    </message>
    <message>
        <source>parameters gathered behind the forward pass</source>
        <translation>参数收集隐藏在前向传播之后</translation>
    </message>
    <message>
        <source>tensor-parallel traffic behind the products</source>
        <translation>张量并行通信隐藏在矩阵乘之后</translation>
    </message>
    <message>
        <source>data x context parallelism</source>
        <translation>数据并行度 × 上下文并行度</translation>
    </message>
    <message>
        <source>of a step and replica, rounded down</source>
        <translation>每步每副本的数量，向下取整</translation>
    </message>
    <message>
        <source>of all stages</source>
        <translation>所有阶段中的最大值</translation>
    </message>
    <message>
        <source>ranks that share a layer, of a stage</source>
        <translation>某阶段中共同承载一层的 rank 数</translation>
    </message>
    <message>
        <source>recomputation that a given strategy states for one stage</source>
        <translation>给定策略为单个阶段指定的重计算</translation>
    </message>
    <message>
        <source>GPUs joined by the fast link, of a stage&apos;s pool</source>
        <translation>某阶段所在池中由高速链路相连的 GPU 数</translation>
    </message>
    <message>
        <source>of a stage&apos;s pool</source>
        <translation>某阶段所在的池</translation>
    </message>
    <message>
        <source>of a stage&apos;s GPU, rounded down; None where unknown</source>
        <translation>某阶段的 GPU，向下取整；未知时为 None</translation>
    </message>
    <message>
        <source>the stage&apos;s GPU has a rate for the job&apos;s precision, and its memory is known</source>
        <translation>该阶段的 GPU 有此作业精度的速率，且显存已知</translation>
    </message>
    <message>
        <source>the bandwidth of the link between a stage&apos;s GPU and host memory is known</source>
        <translation>某阶段的 GPU 与主机内存之间的链路带宽已知</translation>
    </message>
    <message>
        <source>id of a stage&apos;s pool</source>
        <translation>某阶段所在池的标识</translation>
    </message>
    <message>
        <source>catalogue id of a stage&apos;s GPU</source>
        <translation>某阶段 GPU 的目录标识</translation>
    </message>
    <message>
        <source>of the model</source>
        <translation>模型的</translation>
    </message>
    <message>
        <source>attention heads</source>
        <translation>注意力头数</translation>
    </message>
    <message>
        <source>key and value heads (groups)</source>
        <translation>键值头（组）数</translation>
    </message>
    <message>
        <source>of a layer, 0 for a dense model</source>
        <translation>每层的数量，稠密模型为 0</translation>
    </message>
    <message>
        <source>inner width of an expert, 0 for a dense model</source>
        <translation>专家的内部宽度，稠密模型为 0</translation>
    </message>
    <message>
        <source>the job fixes zero_stage or lists what it allows of it</source>
        <translation>作业固定了 zero_stage 或列出了其允许值</translation>
    </message>
    <message>
        <source>of the job</source>
        <translation>作业的</translation>
    </message>
    <message>
        <source>sequences a step</source>
        <translation>每步的序列数</translation>
    </message>
    <message>
        <source>1f1b, interleaved, gpipe, zb-h1, zb-v or looped-bfs</source>
        <translation>1f1b、interleaved、gpipe、zb-h1、zb-v 或 looped-bfs</translation>
    </message>
    <message>
        <source>what divides the heads of mixers that carry a state, 0 without any</source>
        <translation>整除带状态混合层头数的数，没有时为 0</translation>
    </message>
    <message>
        <source>what divides the groups of Mamba 2, 0 without it</source>
        <translation>整除 Mamba 2 组数的数，没有时为 0</translation>
    </message>
    <message>
        <source>the job&apos;s software names modules beside core attention that selective recomputation does again</source>
        <translation>作业的软件指明了核心注意力之外由选择性重计算再次执行的模块</translation>
    </message>
</context>
<context>
    <name>RunningWords</name>
    <message>
        <source>the running layout</source>
        <translation>运行中的布局</translation>
    </message>
</context>
<context>
    <name>RuntimeReason</name>
    <message>
        <source>tensor parallel</source>
        <translation>张量并行</translation>
    </message>
    <message>
        <source>pipeline parallel</source>
        <translation>流水线并行</translation>
    </message>
    <message>
        <source>virtual pipeline</source>
        <translation>虚拟流水线</translation>
    </message>
    <message>
        <source>schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>context parallel</source>
        <translation>上下文并行</translation>
    </message>
    <message>
        <source>expert parallel</source>
        <translation>专家并行</translation>
    </message>
    <message>
        <source>expert tensor parallel</source>
        <translation>专家张量并行</translation>
    </message>
    <message>
        <source>micro batch</source>
        <translation>微批次</translation>
    </message>
    <message>
        <source>sequence parallel</source>
        <translation>序列并行</translation>
    </message>
    <message>
        <source>zero stage</source>
        <translation>ZeRO 级别</translation>
    </message>
    <message>
        <source>sharding group</source>
        <translation>分片组</translation>
    </message>
    <message>
        <source>recompute</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>recompute layers</source>
        <translation>重计算的层数</translation>
    </message>
    <message>
        <source>offload optimizer</source>
        <translation>优化器卸载</translation>
    </message>
    <message>
        <source>offload activations</source>
        <translation>激活值卸载</translation>
    </message>
    <message>
        <source>overlap grad reduce</source>
        <translation>梯度规约的重叠</translation>
    </message>
    <message>
        <source>overlap param gather</source>
        <translation>参数收集的重叠</translation>
    </message>
    <message>
        <source>overlap tensor parallel</source>
        <translation>张量并行的重叠</translation>
    </message>
    <message>
        <source>stages.layers</source>
        <translation>各阶段的层数</translation>
    </message>
    <message>
        <source>stages.tensor parallel</source>
        <translation>各阶段的张量并行</translation>
    </message>
    <message>
        <source>stages.pool</source>
        <translation>各阶段的资源池</translation>
    </message>
    <message>
        <source>sequence length</source>
        <translation>序列长度</translation>
    </message>
    <message>
        <source>global batch</source>
        <translation>全局批次</translation>
    </message>
    <message>
        <source>precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>gradient precision</source>
        <translation>梯度精度</translation>
    </message>
    <message>
        <source>flash attention</source>
        <translation>FlashAttention</translation>
    </message>
    <message>
        <source>batch ramp up</source>
        <translation>批次递增</translation>
    </message>
    <message>
        <source>tuning</source>
        <translation>微调</translation>
    </message>
    <message>
        <source>tuning.method</source>
        <translation>微调方法</translation>
    </message>
    <message>
        <source>tuning.rank</source>
        <translation>微调的秩</translation>
    </message>
    <message>
        <source>tuning.targets</source>
        <translation>微调的目标</translation>
    </message>
    <message>
        <source>tuning.frozen</source>
        <translation>微调中冻结的部分</translation>
    </message>
    <message>
        <source>tuning.packing</source>
        <translation>微调的打包</translation>
    </message>
    <message>
        <source>tuning.preference</source>
        <translation>偏好训练</translation>
    </message>
    <message>
        <source>dispatcher</source>
        <translation>分发器</translation>
    </message>
    <message>
        <source>overlap expert parallel</source>
        <translation>专家并行通信的重叠</translation>
    </message>
    <message>
        <source>delay weight gradients</source>
        <translation>推迟权重梯度</translation>
    </message>
    <message>
        <source>graphs</source>
        <translation>CUDA 图</translation>
    </message>
    <message>
        <source>compile</source>
        <translation>编译</translation>
    </message>
    <message>
        <source>fp8 recipe</source>
        <translation>fp8 方案</translation>
    </message>
    <message>
        <source>fp8 parameter gather</source>
        <translation>fp8 参数收集</translation>
    </message>
    <message>
        <source>gradient reduce</source>
        <translation>梯度规约的精度</translation>
    </message>
    <message>
        <source>recompute modules</source>
        <translation>重计算的模块</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失函数</translation>
    </message>
    <message>
        <source>loss chunks</source>
        <translation>损失函数的分块数</translation>
    </message>
    <message>
        <source>offload layers</source>
        <translation>卸载的层数</translation>
    </message>
    <message>
        <source>context parallel method</source>
        <translation>上下文并行的方法</translation>
    </message>
    <message>
        <source>adapters</source>
        <translation>适配器</translation>
    </message>
    <message>
        <source>frozen parts</source>
        <translation>冻结的部分</translation>
    </message>
    <message>
        <source>preference training</source>
        <translation>偏好训练</translation>
    </message>
    <message>
        <source>padded samples</source>
        <translation>填充的样本</translation>
    </message>
    <message>
        <source>fine-tuning</source>
        <translation>微调</translation>
    </message>
    <message>
        <source>world size</source>
        <translation>总进程数</translation>
    </message>
    <message>
        <source>tensor parallelism of the stages</source>
        <translation>各阶段的张量并行</translation>
    </message>
    <message>
        <source>GPU types</source>
        <translation>GPU 类型</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>批次</translation>
    </message>
    <message>
        <source>expert parallelism of a dense model</source>
        <translation>稠密模型的专家并行</translation>
    </message>
    <message>
        <source>expert parallelism</source>
        <translation>专家并行</translation>
    </message>
    <message>
        <source>experts grid</source>
        <translation>专家的进程网格</translation>
    </message>
    <message>
        <source>attention heads</source>
        <translation>注意力头数</translation>
    </message>
    <message>
        <source>experts with tensor parallelism</source>
        <translation>带张量并行的专家</translation>
    </message>
    <message>
        <source>context parallelism</source>
        <translation>上下文并行</translation>
    </message>
    <message>
        <source>context parallelism by all-to-all</source>
        <translation>以 all-to-all 实现的上下文并行</translation>
    </message>
    <message>
        <source>context parallelism by a2a+p2p</source>
        <translation>以 a2a+p2p 实现的上下文并行</translation>
    </message>
    <message>
        <source>interleaved micro-batches</source>
        <translation>交错调度的微批次</translation>
    </message>
    <message>
        <source>virtual stages without a pipeline</source>
        <translation>没有流水线的虚拟阶段</translation>
    </message>
    <message>
        <source>overlap of the parameter gather</source>
        <translation>参数收集的重叠</translation>
    </message>
    <message>
        <source>overlap of tensor parallelism</source>
        <translation>张量并行的重叠</translation>
    </message>
    <message>
        <source>instances of the distributed optimizer</source>
        <translation>分布式优化器的实例数</translation>
    </message>
    <message>
        <source>optimizer adafactor</source>
        <translation>优化器 adafactor</translation>
    </message>
    <message>
        <source>optimizer with FSDP</source>
        <translation>FSDP 下的优化器</translation>
    </message>
    <message>
        <source>precision fp8</source>
        <translation>精度 fp8</translation>
    </message>
    <message>
        <source>precision fp8 by blocks</source>
        <translation>按块缩放的精度 fp8</translation>
    </message>
    <message>
        <source>precision mxfp8</source>
        <translation>精度 mxfp8</translation>
    </message>
    <message>
        <source>precision nvfp4</source>
        <translation>精度 nvfp4</translation>
    </message>
    <message>
        <source>fp8 parameter gather without ZeRO</source>
        <translation>没有 ZeRO 的 fp8 参数收集</translation>
    </message>
    <message>
        <source>fp8 parameter gather with an offloaded optimizer</source>
        <translation>优化器卸载时的 fp8 参数收集</translation>
    </message>
    <message>
        <source>offloaded optimizer</source>
        <translation>卸载的优化器</translation>
    </message>
    <message>
        <source>offloaded optimizer without ZeRO</source>
        <translation>没有 ZeRO 的卸载优化器</translation>
    </message>
    <message>
        <source>CUDA graphs</source>
        <translation>CUDA 图</translation>
    </message>
    <message>
        <source>overlap of expert parallelism</source>
        <translation>专家并行通信的重叠</translation>
    </message>
    <message>
        <source>delayed weight gradients</source>
        <translation>推迟的权重梯度</translation>
    </message>
    <message>
        <source>loss in chunks</source>
        <translation>分块计算的损失函数</translation>
    </message>
    <message>
        <source>offloaded layers</source>
        <translation>卸载的层</translation>
    </message>
    <message>
        <source>recomputation of attention with full layers</source>
        <translation>整层重计算之外的注意力重计算</translation>
    </message>
    <message>
        <source>recomputed layers</source>
        <translation>重计算的层</translation>
    </message>
    <message>
        <source>ZeRO-2 or 3 with a pipeline</source>
        <translation>带流水线的 ZeRO-2 或 3</translation>
    </message>
    <message>
        <source>overlaps of FSDP</source>
        <translation>FSDP 的重叠</translation>
    </message>
    <message>
        <source>packed samples</source>
        <translation>打包的样本</translation>
    </message>
    <message>
        <source>muon with FSDP</source>
        <translation>FSDP 下的 muon</translation>
    </message>
    <message>
        <source>lengths of samples</source>
        <translation>样本的长度</translation>
    </message>
    <message>
        <source>overlap of expert parallelism, delayed weight gradients</source>
        <translation>专家并行通信的重叠、推迟的权重梯度</translation>
    </message>
    <message>
        <source>offloaded activations</source>
        <translation>卸载的激活值</translation>
    </message>
    <message>
        <source>precision mxfp8 and nvfp4</source>
        <translation>精度 mxfp8 和 nvfp4</translation>
    </message>
    <message>
        <source>experts of a rank</source>
        <translation>每个 rank 的专家</translation>
    </message>
    <message>
        <source>expert-tensor parallelism</source>
        <translation>专家张量并行</translation>
    </message>
    <message>
        <source>sequence</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>ZeRO-1</source>
        <translation>ZeRO-1</translation>
    </message>
    <message>
        <source>pipeline with tied embeddings</source>
        <translation>嵌入共享时的流水线</translation>
    </message>
    <message>
        <source>CUDA graphs with a pipeline</source>
        <translation>带流水线的 CUDA 图</translation>
    </message>
    <message>
        <source>compile with zero bubble</source>
        <translation>零气泡调度下的编译</translation>
    </message>
    <message>
        <source>selective recomputation</source>
        <translation>选择性重计算</translation>
    </message>
    <message>
        <source>precision by a converter</source>
        <translation>以转换器实现的精度</translation>
    </message>
    <message>
        <source>optimizer muon</source>
        <translation>优化器 muon</translation>
    </message>
    <message>
        <source>batch ramp-up</source>
        <translation>批次递增</translation>
    </message>
    <message>
        <source>context parallelism without FSDP</source>
        <translation>没有 FSDP 的上下文并行</translation>
    </message>
    <message>
        <source>replicas</source>
        <translation>副本</translation>
    </message>
    <message>
        <source>experts</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>sequence parallelism</source>
        <translation>序列并行</translation>
    </message>
    <message>
        <source>pipeline with tensor parallelism</source>
        <translation>带张量并行的流水线</translation>
    </message>
    <message>
        <source>pipeline of experts</source>
        <translation>专家模型的流水线</translation>
    </message>
    <message>
        <source>ZeRO with a pipeline</source>
        <translation>带流水线的 ZeRO</translation>
    </message>
    <message>
        <source>pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>CUDA graphs, loss in chunks, overlap of expert parallelism</source>
        <translation>CUDA 图、分块的损失函数、专家并行通信的重叠</translation>
    </message>
    <message>
        <source>sequence parallelism with tensor or expert parallelism</source>
        <translation>带张量并行或专家并行的序列并行</translation>
    </message>
    <message>
        <source>expert ranks</source>
        <translation>专家 rank</translation>
    </message>
    <message>
        <source>experts with tensor parallelism and ZeRO-3</source>
        <translation>带张量并行和 ZeRO-3 的专家</translation>
    </message>
    <message>
        <source>recomputation</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>CUDA graphs, overlap of expert parallelism</source>
        <translation>CUDA 图、专家并行通信的重叠</translation>
    </message>
    <message>
        <source>ZeRO-1 with tensor or context parallelism</source>
        <translation>带张量并行或上下文并行的 ZeRO-1</translation>
    </message>
    <message>
        <source>replicas with tensor or context parallelism</source>
        <translation>带张量并行或上下文并行的副本</translation>
    </message>
    <message>
        <source>sharding group of ZeRO-1</source>
        <translation>ZeRO-1 的分片组</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>zero bubble with the overlap of the gradient reduction</source>
        <translation>零气泡调度与梯度规约的重叠</translation>
    </message>
    <message>
        <source>zero bubble with uneven stages</source>
        <translation>各阶段不均的零气泡调度</translation>
    </message>
    <message>
        <source>recomputed layers of interleaved stages</source>
        <translation>交错阶段的重计算层</translation>
    </message>
    <message>
        <source>uneven sequence</source>
        <translation>不能整除的序列</translation>
    </message>
    <message>
        <source>ZeRO-2 and 3</source>
        <translation>ZeRO-2 和 3</translation>
    </message>
    <message>
        <source>overlap of expert parallelism, delayed weight gradients, CUDA graphs</source>
        <translation>专家并行通信的重叠、推迟的权重梯度、CUDA 图</translation>
    </message>
    <message>
        <source>expert parallelism as a factor of the world size</source>
        <translation>专家并行作为总进程数的因子</translation>
    </message>
    <message>
        <source>layers of the stages</source>
        <translation>各阶段的层数</translation>
    </message>
    <message>
        <source>none of its settings says it, so that it would be dropped</source>
        <translation>它没有任何设置能表达这一项，因此会被丢弃</translation>
    </message>
    <message>
        <source>there are no adapters</source>
        <translation>没有适配器</translation>
    </message>
    <message>
        <source>all layers are frozen or none</source>
        <translation>各层要么全部冻结，要么都不冻结</translation>
    </message>
    <message>
        <source>there is no reference model</source>
        <translation>没有参考模型</translation>
    </message>
    <message>
        <source>every sample is padded to the whole sequence</source>
        <translation>每个样本都填充到整个序列长度</translation>
    </message>
    <message>
        <source>the weights come from --load with --finetune</source>
        <translation>权重由 --load 与 --finetune 给出</translation>
    </message>
    <message>
        <source>the world size is tensor x pipeline x context x data parallelism, so all GPUs that start have to be used</source>
        <translation>总进程数等于张量 × 流水线 × 上下文 × 数据并行度，因此启动的 GPU 都要用上</translation>
    </message>
    <message>
        <source>only 1F1B and interleaved 1F1B are played</source>
        <translation>只支持 1F1B 和交错 1F1B</translation>
    </message>
    <message>
        <source>one tensor-parallel size holds for all stages</source>
        <translation>所有阶段使用同一张量并行度</translation>
    </message>
    <message>
        <source>one type of GPU is used for all ranks</source>
        <translation>所有 rank 使用同一类型的 GPU</translation>
    </message>
    <message>
        <source>the global batch is a multiple of micro-batch x data parallelism</source>
        <translation>全局批次须为微批次 × 数据并行度的倍数</translation>
    </message>
    <message>
        <source>there are no experts</source>
        <translation>没有专家</translation>
    </message>
    <message>
        <source>experts are a multiple of --expert-model-parallel-size</source>
        <translation>专家数须为 --expert-model-parallel-size 的倍数</translation>
    </message>
    <message>
        <source>the world size is a multiple of expert x expert-tensor x pipeline parallelism</source>
        <translation>总进程数须为专家 × 专家张量 × 流水线并行度的倍数</translation>
    </message>
    <message>
        <source>heads are a multiple of tensor parallelism, and key-value groups a multiple or a divisor</source>
        <translation>注意力头数须为张量并行度的倍数，键值组数须为其倍数或约数</translation>
    </message>
    <message>
        <source>needs --sequence-parallel, refused at the first forward pass</source>
        <translation>需要 --sequence-parallel，否则在第一次前向传播时被拒绝</translation>
    </message>
    <message>
        <source>the sequence is a multiple of 2 x context parallelism</source>
        <translation>序列须为 2 × 上下文并行度的倍数</translation>
    </message>
    <message>
        <source>local heads and key-value heads are a multiple of context parallelism; p2p runs</source>
        <translation>每个 rank 的注意力头数和键值头数须为上下文并行度的倍数；p2p 可以运行</translation>
    </message>
    <message>
        <source>needs --hierarchical-context-parallel-sizes, which the job does not state</source>
        <translation>需要 --hierarchical-context-parallel-sizes，而作业没有给出</translation>
    </message>
    <message>
        <source>a group of g micro-batches, with g at least the stages and at most the micro-batches, leaves no rest or one of at least as many as there are stages</source>
        <translation>每组 g 个微批次（g 不少于阶段数、不多于微批次数）须没有余数，或余数不少于阶段数</translation>
    </message>
    <message>
        <source>interleaving needs several stages</source>
        <translation>交错需要多个阶段</translation>
    </message>
    <message>
        <source>needs the distributed optimizer and the overlap of the gradient reduction</source>
        <translation>需要分布式优化器和梯度规约的重叠</translation>
    </message>
    <message>
        <source>needs sequence parallelism</source>
        <translation>需要序列并行</translation>
    </message>
    <message>
        <source>data x context parallelism is a multiple of the ranks that share state</source>
        <translation>数据 × 上下文并行度须为共享状态的 rank 数的倍数</translation>
    </message>
    <message>
        <source>adam, sgd, muon, lion and soap are known</source>
        <translation>只支持 adam、sgd、muon、lion 和 soap</translation>
    </message>
    <message>
        <source>Megatron-FSDP takes adam and sgd</source>
        <translation>Megatron-FSDP 只接受 adam 和 sgd</translation>
    </message>
    <message>
        <source>needs compute capability 8.9</source>
        <translation>需要计算能力 8.9</translation>
    </message>
    <message>
        <source>needs compute capability 9.0</source>
        <translation>需要计算能力 9.0</translation>
    </message>
    <message>
        <source>needs compute capability 10.0, refused at the first forward pass</source>
        <translation>需要计算能力 10.0，否则在第一次前向传播时被拒绝</translation>
    </message>
    <message>
        <source>needs the distributed optimizer or FSDP</source>
        <translation>需要分布式优化器或 FSDP</translation>
    </message>
    <message>
        <source>only with delayed scaling</source>
        <translation>只在延迟缩放下可用</translation>
    </message>
    <message>
        <source>only adam is offloaded</source>
        <translation>只能卸载 adam</translation>
    </message>
    <message>
        <source>the precision-aware optimizer is a distributed one: states are sharded as with ZeRO-1</source>
        <translation>精度感知的优化器是分布式的：状态像 ZeRO-1 那样分片</translation>
    </message>
    <message>
        <source>with full recomputation only the whole iteration is captured</source>
        <translation>完全重计算时只能捕获整个迭代</translation>
    </message>
    <message>
        <source>needs several expert ranks, a dispatcher by all-to-all or flex, virtual stages in a pipeline, and no full recomputation</source>
        <translation>需要多个专家 rank、all-to-all 或 flex 分发器、流水线中的虚拟阶段，且不能完全重计算</translation>
    </message>
    <message>
        <source>need the overlap of expert parallelism</source>
        <translation>需要专家并行通信的重叠</translation>
    </message>
    <message>
        <source>DeepEP needs more than one expert rank</source>
        <translation>DeepEP 需要一个以上的专家 rank</translation>
    </message>
    <message>
        <source>the loss is not computed in chunks</source>
        <translation>损失函数不分块计算</translation>
    </message>
    <message>
        <source>eager and fused are known</source>
        <translation>只支持 eager 和 fused</translation>
    </message>
    <message>
        <source>--cpu-offloading-num-layers is less than the number of layers</source>
        <translation>--cpu-offloading-num-layers 须小于层数</translation>
    </message>
    <message>
        <source>one granularity holds for all layers</source>
        <translation>所有层使用同一粒度</translation>
    </message>
    <message>
        <source>every stage takes the largest number, the same for each chunk</source>
        <translation>每个阶段都取最大的层数，每块相同</translation>
    </message>
    <message>
        <source>starts as Megatron-FSDP, which gathers and reduces in every micro-batch; no test or recipe does</source>
        <translation>以 Megatron-FSDP 启动，它在每个微批次中收集和规约；没有测试或配方这样做</translation>
    </message>
    <message>
        <source>Megatron-FSDP turns both overlaps on</source>
        <translation>Megatron-FSDP 会打开两种重叠</translation>
    </message>
    <message>
        <source>stages take the machines in the order in which the launcher lists them: those of the first stage come first</source>
        <translation>各阶段按启动器列出的顺序使用机器：第一阶段的机器排在最前</translation>
    </message>
    <message>
        <source>says how it learns and how long, not how it is laid out</source>
        <translation>说的是如何学习和学多久，而不是如何布局</translation>
    </message>
    <message>
        <source>names data and checkpoints</source>
        <translation>指出数据和检查点</translation>
    </message>
    <message>
        <source>says what is logged</source>
        <translation>说的是记录哪些日志</translation>
    </message>
    <message>
        <source>how processes find each other, or what is so anyway</source>
        <translation>进程如何找到彼此，或本来就如此的设置</translation>
    </message>
    <message>
        <source>is not among the settings that a plan tells apart</source>
        <translation>不属于计划区分的设置</translation>
    </message>
    <message>
        <source>LoRA and DoRA are known, beside weights in full precision</source>
        <translation>只支持 LoRA 和 DoRA，且权重为全精度</translation>
    </message>
    <message>
        <source>which products of such a mixer get adapters is said in a recipe</source>
        <translation>这种混合器的哪些矩阵乘带适配器由配方决定</translation>
    </message>
    <message>
        <source>targets are q_proj, k_proj, v_proj, o_proj, gate_proj, up_proj and down_proj, or linear_qkv, linear_proj, linear_fc1 and linear_fc2</source>
        <translation>目标可以是 q_proj、k_proj、v_proj、o_proj、gate_proj、up_proj 和 down_proj，或 linear_qkv、linear_proj、linear_fc1 和 linear_fc2</translation>
    </message>
    <message>
        <source>DoRA stands beside fused products: linear_qkv, linear_proj, linear_fc1, linear_fc2</source>
        <translation>DoRA 位于合并的矩阵乘旁：linear_qkv、linear_proj、linear_fc1、linear_fc2</translation>
    </message>
    <message>
        <source>all experts of a rank share one adapter</source>
        <translation>一个 rank 的所有专家共享一个适配器</translation>
    </message>
    <message>
        <source>the first product of an MLP is halved into gate and up, and here there is no gate: name linear_fc1</source>
        <translation>MLP 的第一个矩阵乘分为 gate 和 up 两半，而这里没有 gate：请写 linear_fc1</translation>
    </message>
    <message>
        <source>embedding and head are frozen beside adapters</source>
        <translation>使用适配器时嵌入和输出层被冻结</translation>
    </message>
    <message>
        <source>no check of adapters with FSDP was found</source>
        <translation>未找到对 FSDP 下适配器的检查</translation>
    </message>
    <message>
        <source>of a model its towers are frozen</source>
        <translation>模型中冻结的是各塔</translation>
    </message>
    <message>
        <source>pretrain, sft, lora and dora are known</source>
        <translation>只支持 pretrain、sft、lora 和 dora</translation>
    </message>
    <message>
        <source>a packed micro-batch is one sequence</source>
        <translation>打包的微批次是一个序列</translation>
    </message>
    <message>
        <source>no check of micro-batches of unequal length in a pipeline was found</source>
        <translation>未找到对流水线中长度不等的微批次的检查</translation>
    </message>
    <message>
        <source>adam, sgd and muon are known</source>
        <translation>只支持 adam、sgd 和 muon</translation>
    </message>
    <message>
        <source>no check at the start was found</source>
        <translation>启动时未找到检查</translation>
    </message>
    <message>
        <source>without sequence parallelism it is dropped</source>
        <translation>没有序列并行时会被丢弃</translation>
    </message>
    <message>
        <source>LoRA is the one kind of adapter</source>
        <translation>只支持 LoRA 这一种适配器</translation>
    </message>
    <message>
        <source>LoRAConverter belongs to the model&apos;s own registration</source>
        <translation>LoRAConverter 属于模型自己的注册</translation>
    </message>
    <message>
        <source>what is frozen is no setting</source>
        <translation>没有关于冻结部分的设置</translation>
    </message>
    <message>
        <source>how samples are packed belongs to the configuration of the data</source>
        <translation>样本如何打包属于数据的配置</translation>
    </message>
    <message>
        <source>the weights come from checkpoint.initial_load_path</source>
        <translation>权重来自 checkpoint.initial_load_path</translation>
    </message>
    <message>
        <source>the product of all degrees is the world size</source>
        <translation>所有并行度的乘积等于总进程数</translation>
    </message>
    <message>
        <source>torch.distributed.pipelining has no ZB-H1</source>
        <translation>torch.distributed.pipelining 没有 ZB-H1</translation>
    </message>
    <message>
        <source>one degree holds for all stages</source>
        <translation>所有阶段使用同一并行度</translation>
    </message>
    <message>
        <source>graphs hold the whole step</source>
        <translation>图包含整个步</translation>
    </message>
    <message>
        <source>no such setting</source>
        <translation>没有这样的设置</translation>
    </message>
    <message>
        <source>weights, gradients and states are offloaded, activations are not</source>
        <translation>会卸载权重、梯度和状态，不卸载激活值</translation>
    </message>
    <message>
        <source>the converter asks for compute capability 10.0</source>
        <translation>转换器要求计算能力 10.0</translation>
    </message>
    <message>
        <source>experts are a multiple of expert parallelism</source>
        <translation>专家数须为专家并行度的倍数</translation>
    </message>
    <message>
        <source>shards x context x tensor parallelism is a multiple of expert parallelism: experts do not cross replicas</source>
        <translation>分片 × 上下文 × 张量并行度须为专家并行度的倍数：专家不跨副本</translation>
    </message>
    <message>
        <source>removed on 2026-04-30</source>
        <translation>已于 2026-04-30 移除</translation>
    </message>
    <message>
        <source>heads and key-value heads are a multiple of tensor parallelism</source>
        <translation>注意力头数和键值头数须为张量并行度的倍数</translation>
    </message>
    <message>
        <source>the tokens of a step are a multiple of micro-batch x data parallelism</source>
        <translation>一步的词元数须为微批次 × 数据并行度的倍数</translation>
    </message>
    <message>
        <source>tokens are a multiple of tensor x 2 x context parallelism</source>
        <translation>词元数须为张量 × 2 × 上下文并行度的倍数</translation>
    </message>
    <message>
        <source>with FlexAttention only, without a kind by all-to-all or ring; it shards the states besides</source>
        <translation>只能用 FlexAttention，没有 all-to-all 或环形方式；它还会对状态分片</translation>
    </message>
    <message>
        <source>as replicas it is ZeRO-0</source>
        <translation>作为副本即是 ZeRO-0</translation>
    </message>
    <message>
        <source>ZeRO-1; as replicas it is ZeRO-0</source>
        <translation>ZeRO-1；作为副本即是 ZeRO-0</translation>
    </message>
    <message>
        <source>weights shared by the first and the last stage</source>
        <translation>第一阶段和最后阶段共享权重</translation>
    </message>
    <message>
        <source>micro-batches are a multiple of their number over the stages, rounded down</source>
        <translation>微批次数须为其数量除以阶段数（向下取整）的倍数</translation>
    </message>
    <message>
        <source>graphs are for one stage</source>
        <translation>图只适用于一个阶段</translation>
    </message>
    <message>
        <source>fails in the backward pass</source>
        <translation>在反向传播中失败</translation>
    </message>
    <message>
        <source>gradients are reduced in fp32 only</source>
        <translation>梯度只以 fp32 规约</translation>
    </message>
    <message>
        <source>there is no number of layers</source>
        <translation>没有层数的设置</translation>
    </message>
    <message>
        <source>it is chosen by operator and recomputes every second product, too</source>
        <translation>它按算子选择，并且还会重计算每隔一个的矩阵乘</translation>
    </message>
    <message>
        <source>weights and gradients are offloaded, too</source>
        <translation>权重和梯度也会被卸载</translation>
    </message>
    <message>
        <source>FSDP overlaps both</source>
        <translation>FSDP 会重叠两者</translation>
    </message>
    <message>
        <source>a converter belongs to the model&apos;s own registration</source>
        <translation>转换器属于模型自己的注册</translation>
    </message>
    <message>
        <source>weights are held in bf16 with fp32 masters</source>
        <translation>权重以 bf16 保存，另有 fp32 主权重</translation>
    </message>
    <message>
        <source>DistMuon, on FlexShard only</source>
        <translation>DistMuon 只在 FlexShard 上可用</translation>
    </message>
    <message>
        <source>Adam and AdamW are known</source>
        <translation>只支持 Adam 和 AdamW</translation>
    </message>
    <message>
        <source>a dispatcher belongs to the model&apos;s own registration</source>
        <translation>分发器属于模型自己的注册</translation>
    </message>
    <message>
        <source>ChunkedLossWrapper belongs to the configuration&apos;s loss</source>
        <translation>ChunkedLossWrapper 属于配置中的损失函数</translation>
    </message>
    <message>
        <source>eager, compiled and chunked are known</source>
        <translation>只支持 eager、compiled 和 chunked</translation>
    </message>
    <message>
        <source>attention belongs to the configuration of the model</source>
        <translation>注意力属于模型的配置</translation>
    </message>
    <message>
        <source>replicas always reduce behind the backward pass</source>
        <translation>副本总是在反向传播的同时规约</translation>
    </message>
    <message>
        <source>FSDP always gathers ahead of itself</source>
        <translation>FSDP 总是提前收集</translation>
    </message>
    <message>
        <source>texts are cut into whole sequences</source>
        <translation>文本被切成完整的序列</translation>
    </message>
    <message>
        <source>the sequence is a multiple of tensor x 2 x context parallelism</source>
        <translation>序列须为张量 × 2 × 上下文并行度的倍数</translation>
    </message>
    <message>
        <source>there is no kind by all-to-all</source>
        <translation>没有 all-to-all 方式</translation>
    </message>
    <message>
        <source>it shards the states, with replicas as hybrid sharding</source>
        <translation>它会对状态分片，有副本时为混合分片</translation>
    </message>
    <message>
        <source>ZeRO-0 by replicas is refused with tensor or pipeline parallelism</source>
        <translation>有张量或流水线并行时，以副本实现的 ZeRO-0 被拒绝</translation>
    </message>
    <message>
        <source>no such check was found, and the mesh cannot be built</source>
        <translation>未找到这样的检查，且无法建立进程网格</translation>
    </message>
    <message>
        <source>it is 1 or tensor parallelism</source>
        <translation>它只能是 1 或张量并行度</translation>
    </message>
    <message>
        <source>no check was found</source>
        <translation>未找到检查</translation>
    </message>
    <message>
        <source>with tensor parallelism the sequence is always split</source>
        <translation>有张量并行时序列总是被切分</translation>
    </message>
    <message>
        <source>its own way</source>
        <translation>按它自己的方式</translation>
    </message>
    <message>
        <source>adapters are the program&apos;s own, as it builds the model</source>
        <translation>适配器由程序自己建立模型时决定</translation>
    </message>
    <message>
        <source>what is frozen is the program&apos;s own</source>
        <translation>冻结哪些由程序自己决定</translation>
    </message>
    <message>
        <source>the reference model is the program&apos;s own</source>
        <translation>参考模型由程序自己决定</translation>
    </message>
    <message>
        <source>which weights it starts from is the program&apos;s own</source>
        <translation>从哪些权重开始由程序自己决定</translation>
    </message>
    <message>
        <source>AutoTP does not work with a PipelineModule</source>
        <translation>AutoTP 不能与 PipelineModule 一起使用</translation>
    </message>
    <message>
        <source>the batch is micro-batch x accumulation x data parallelism of all GPUs that start</source>
        <translation>批次等于微批次 × 累积次数 × 启动的所有 GPU 的数据并行度</translation>
    </message>
    <message>
        <source>a pipeline is a PipelineModule in code</source>
        <translation>流水线是代码中的 PipelineModule</translation>
    </message>
    <message>
        <source>1F1B only, without interleaving</source>
        <translation>只支持 1F1B，不支持交错</translation>
    </message>
    <message>
        <source>ZeRO 0 or 1 at most</source>
        <translation>至多 ZeRO 0 或 1</translation>
    </message>
    <message>
        <source>a pipeline is a PipelineModule in code; the file&apos;s pipeline.stages is read by nobody</source>
        <translation>流水线是代码中的 PipelineModule；文件中的 pipeline.stages 没有人读取</translation>
    </message>
    <message>
        <source>there is no fp8</source>
        <translation>没有 fp8</translation>
    </message>
    <message>
        <source>only what full recomputation starts from is offloaded</source>
        <translation>只卸载完全重计算的起点</translation>
    </message>
    <message>
        <source>the batch is micro-batch x accumulation x data parallelism</source>
        <translation>批次等于微批次 × 累积次数 × 数据并行度</translation>
    </message>
    <message>
        <source>Ulysses does not go with AutoTP or AutoEP</source>
        <translation>Ulysses 不能与 AutoTP 或 AutoEP 一起使用</translation>
    </message>
    <message>
        <source>heads and sequence are a multiple of it</source>
        <translation>注意力头数和序列须为它的倍数</translation>
    </message>
    <message>
        <source>it is Ulysses (a2a), not a ring</source>
        <translation>它是 Ulysses (a2a)，不是环形</translation>
    </message>
    <message>
        <source>the world size is a multiple of expert parallelism</source>
        <translation>总进程数须为专家并行度的倍数</translation>
    </message>
    <message>
        <source>it is 1</source>
        <translation>它只能是 1</translation>
    </message>
    <message>
        <source>ZeRO 2 at most</source>
        <translation>至多 ZeRO 2</translation>
    </message>
    <message>
        <source>AutoEP with AutoTP splits the tokens between the tensor ranks</source>
        <translation>AutoEP 与 AutoTP 一起时在张量 rank 之间切分词元</translation>
    </message>
    <message>
        <source>AutoTP splits whole key-value heads</source>
        <translation>AutoTP 按完整的键值头切分</translation>
    </message>
    <message>
        <source>MiCS is for stage 3</source>
        <translation>MiCS 只用于级别 3</translation>
    </message>
    <message>
        <source>an offloaded optimizer is ZeRO&apos;s</source>
        <translation>优化器卸载属于 ZeRO</translation>
    </message>
    <message>
        <source>which layers are recomputed is the program&apos;s own</source>
        <translation>重计算哪些层由程序自己决定</translation>
    </message>
    <message>
        <source>an optimizer of the program&apos;s own</source>
        <translation>程序自己的优化器</translation>
    </message>
    <message>
        <source>parameters are gathered behind the step; only ZeRO-3 fetches them ahead</source>
        <translation>参数在步的末尾收集；只有 ZeRO-3 会提前收集</translation>
    </message>
    <message>
        <source>the loss is the program&apos;s own</source>
        <translation>损失函数由程序自己决定</translation>
    </message>
    <message>
        <source>the program&apos;s own</source>
        <translation>由程序自己决定</translation>
    </message>
    <message>
        <source>the program&apos;s own, as it reads the data</source>
        <translation>由程序自己读取数据时决定</translation>
    </message>
    <message>
        <source>the program&apos;s own, as it builds the model</source>
        <translation>由程序自己建立模型时决定</translation>
    </message>
    <message>
        <source>every rank of AutoTP keeps whole activations between the products</source>
        <translation>AutoTP 的每个 rank 在矩阵乘之间保留完整的激活值</translation>
    </message>
    <message>
        <source>targets are names of the model&apos;s own modules, such as q_proj and down_proj</source>
        <translation>目标是模型自己的模块名，如 q_proj 和 down_proj</translation>
    </message>
    <message>
        <source>experts are one parameter, which target_parameters names as the model has it</source>
        <translation>专家是一个参数，target_parameters 按模型中的名字指定它</translation>
    </message>
    <message>
        <source>no check of 4-bit weights with tensor parallelism was found</source>
        <translation>未找到对带张量并行的 4 位权重的检查</translation>
    </message>
    <message>
        <source>TRL&apos;s scripts freeze nothing</source>
        <translation>TRL 的脚本不冻结任何部分</translation>
    </message>
    <message>
        <source>with adapters the reference is the model itself without them</source>
        <translation>使用适配器时，参考模型就是去掉适配器的模型本身</translation>
    </message>
    <message>
        <source>pairs are not packed</source>
        <translation>成对样本不打包</translation>
    </message>
    <message>
        <source>the loss of pairs is not computed in chunks</source>
        <translation>成对样本的损失函数不分块计算</translation>
    </message>
    <message>
        <source>a batch counts pairs of two sequences</source>
        <translation>批次按每对两个序列计数</translation>
    </message>
    <message>
        <source>there is no pipeline</source>
        <translation>没有流水线</translation>
    </message>
    <message>
        <source>there is no expert parallelism</source>
        <translation>没有专家并行</translation>
    </message>
    <message>
        <source>the product of all sizes is the number of processes</source>
        <translation>所有大小的乘积等于进程数</translation>
    </message>
    <message>
        <source>ZeRO-1 is DeepSpeed&apos;s, without tensor or context parallelism</source>
        <translation>ZeRO-1 属于 DeepSpeed，不带张量或上下文并行</translation>
    </message>
    <message>
        <source>replicas with tensor or context parallelism need dp_shard_size &gt; 1</source>
        <translation>带张量或上下文并行的副本需要 dp_shard_size &gt; 1</translation>
    </message>
    <message>
        <source>bf16, fp16 and fp8 are known</source>
        <translation>只支持 bf16、fp16 和 fp8</translation>
    </message>
    <message>
        <source>a recipe of Transformer Engine, given in code</source>
        <translation>在代码中给出的 Transformer Engine 方案</translation>
    </message>
    <message>
        <source>tensor parallelism follows the model&apos;s tp_plan, without sequence parallelism</source>
        <translation>张量并行遵循模型的 tp_plan，不带序列并行</translation>
    </message>
    <message>
        <source>nothing is overlapped</source>
        <translation>没有任何重叠</translation>
    </message>
    <message>
        <source>needs FSDP2</source>
        <translation>需要 FSDP2</translation>
    </message>
    <message>
        <source>keys and values are gathered (allgather), not passed round</source>
        <translation>键和值是收集的 (allgather)，不是依次传递的</translation>
    </message>
    <message>
        <source>heads are a multiple of tensor parallelism</source>
        <translation>注意力头数须为张量并行度的倍数</translation>
    </message>
    <message>
        <source>not among the optimizers</source>
        <translation>不在其优化器之列</translation>
    </message>
    <message>
        <source>all layers are recomputed or none</source>
        <translation>要么重计算所有层，要么都不重计算</translation>
    </message>
    <message>
        <source>parameters are offloaded, too</source>
        <translation>参数也会被卸载</translation>
    </message>
    <message>
        <source>states are sharded over all replicas</source>
        <translation>状态在所有副本之间分片</translation>
    </message>
    <message>
        <source>FSDP2 overlaps both</source>
        <translation>FSDP2 会重叠两者</translation>
    </message>
    <message>
        <source>nll and chunked_nll are known</source>
        <translation>只支持 nll 和 chunked_nll</translation>
    </message>
    <message>
        <source>attn_implementation belongs to the model that the program loads</source>
        <translation>attn_implementation 属于程序加载的模型</translation>
    </message>
    <message>
        <source>DDP always reduces behind the backward pass</source>
        <translation>DDP 总是在反向传播的同时规约</translation>
    </message>
    <message>
        <source>overlap_comm is no key of this file, DeepSpeed&apos;s own default holds</source>
        <translation>overlap_comm 不是此文件的键，DeepSpeed 自己的默认值有效</translation>
    </message>
    <message>
        <source>FSDP2 always gathers ahead of itself</source>
        <translation>FSDP2 总是提前收集</translation>
    </message>
    <message>
        <source>no key of this file, DeepSpeed gathers behind the step</source>
        <translation>不是此文件的键，DeepSpeed 在步的末尾收集</translation>
    </message>
    <message>
        <source>adapters stand beside fused products: name linear_qkv, linear_proj, linear_fc1, linear_fc2</source>
        <translation>适配器位于合并的矩阵乘旁：请写 linear_qkv、linear_proj、linear_fc1、linear_fc2</translation>
    </message>
    <message>
        <source>packed samples attend to each other: use_packed_attention hangs on ROCm</source>
        <translation>打包的样本会彼此关注：use_packed_attention 取决于 ROCm</translation>
    </message>
    <message>
        <source>the module post_trainer takes sft_trainer.yaml of framework megatron as its config</source>
        <translation>模块 post_trainer 以框架 megatron 的 sft_trainer.yaml 为配置</translation>
    </message>
    <message>
        <source>it is ROCm software, and nothing in it knows Blackwell</source>
        <translation>它是 ROCm 软件，其中没有任何部分认识 Blackwell</translation>
    </message>
    <message>
        <source>pp_algorithm has 1f1b, zero-bubble, zbv-formatted, v-half and v-min</source>
        <translation>pp_algorithm 只有 1f1b、zero-bubble、zbv-formatted、v-half 和 v-min</translation>
    </message>
    <message>
        <source>the pass of the weights is not split then, in silence</source>
        <translation>这时权重的计算不会被拆分，而且没有提示</translation>
    </message>
    <message>
        <source>no layout of such a pipeline was found</source>
        <translation>未找到这种流水线的布局</translation>
    </message>
    <message>
        <source>recompute_layer_ids count layers of the model, which the chunks share out</source>
        <translation>recompute_layer_ids 数的是模型的层，由各块分担</translation>
    </message>
    <message>
        <source>lora and full are the kinds of tuner</source>
        <translation>调优器只有 lora 和 full 两种</translation>
    </message>
    <message>
        <source>no name of embedding and head was found</source>
        <translation>未找到嵌入和输出层的名字</translation>
    </message>
    <message>
        <source>adapters of experts are without expert-tensor parallelism</source>
        <translation>专家的适配器不支持专家张量并行</translation>
    </message>
    <message>
        <source>no name of such parts was found</source>
        <translation>未找到这些部分的名字</translation>
    </message>
    <message>
        <source>the reference model runs beside the one that is trained</source>
        <translation>参考模型与被训练的模型同时运行</translation>
    </message>
    <message>
        <source>the reference is the model itself without its adapters</source>
        <translation>参考模型就是去掉适配器的模型本身</translation>
    </message>
    <message>
        <source>not among its arguments</source>
        <translation>不在其参数之列</translation>
    </message>
    <message>
        <source>instances of the distributed optimizer are not among its arguments: state is sharded over all replicas</source>
        <translation>分布式优化器的实例数不在其参数之列：状态在所有副本之间分片</translation>
    </message>
    <message>
        <source>each batch is padded</source>
        <translation>每个批次都会填充</translation>
    </message>
    <message>
        <source>gradients stay in fp32 (main_grads_dtype)</source>
        <translation>梯度保持 fp32 (main_grads_dtype)</translation>
    </message>
    <message>
        <source>quantised models are not for the Bridge route</source>
        <translation>量化模型不用于 Bridge 路线</translation>
    </message>
    <message>
        <source>use_dora is read by nobody in the Bridge route, and LoRA is trained</source>
        <translation>Bridge 路线中没有人读取 use_dora，训练的是 LoRA</translation>
    </message>
    <message>
        <source>adapters stand beside linear_qkv, linear_proj, linear_fc1 and linear_fc2, whatever lora_target says</source>
        <translation>无论 lora_target 写什么，适配器都位于 linear_qkv、linear_proj、linear_fc1 和 linear_fc2 旁</translation>
    </message>
    <message>
        <source>no check of such a mixer was found</source>
        <translation>未找到对这种混合器的检查</translation>
    </message>
    <message>
        <source>what is frozen is not read in the Bridge route</source>
        <translation>Bridge 路线不读取冻结的部分</translation>
    </message>
    <message>
        <source>pre-training and supervised fine-tuning are for the Bridge route</source>
        <translation>Bridge 路线用于预训练和有监督微调</translation>
    </message>
    <message>
        <source>no check of the length of a padded micro-batch was found</source>
        <translation>未找到对填充微批次长度的检查</translation>
    </message>
    <message>
        <source>fp8 is not for the Megatron routes</source>
        <translation>fp8 不用于 Megatron 路线</translation>
    </message>
    <message>
        <source>there is no FSDP in the Bridge route</source>
        <translation>Bridge 路线没有 FSDP</translation>
    </message>
    <message>
        <source>only p2p</source>
        <translation>只支持 p2p</translation>
    </message>
    <message>
        <source>the world size is a multiple of tensor x pipeline x context x expert parallelism</source>
        <translation>总进程数须为张量 × 流水线 × 上下文 × 专家并行度的倍数</translation>
    </message>
    <message>
        <source>a layout is said by extra_config only</source>
        <translation>布局只能由 extra_config 给出</translation>
    </message>
    <message>
        <source>said by extra_config only</source>
        <translation>只能由 extra_config 给出</translation>
    </message>
    <message>
        <source>state is sharded over all replicas</source>
        <translation>状态被分片到所有副本</translation>
    </message>
    <message>
        <source>not among its arguments: it is that of tensor parallelism</source>
        <translation>不在其参数之列：它等于张量并行度</translation>
    </message>
    <message>
        <source>the kernel of attention is not among its arguments, Transformer Engine chooses it</source>
        <translation>注意力内核不在其参数之列，由 Transformer Engine 选择</translation>
    </message>
    <message>
        <source>no setting of a layout says this value beside the other arguments</source>
        <translation>与其他参数一起时，没有任何布局设置能表达这个值</translation>
    </message>
    <message>
        <source>sizes the model, which the model&apos;s own description does</source>
        <translation>决定模型大小，而这由模型自己的描述给出</translation>
    </message>
    <message>
        <source>tensor parallelism beside a state</source>
        <translation>带状态层的张量并行</translation>
    </message>
    <message>
        <source>context parallelism beside a state</source>
        <translation>带状态层的上下文并行</translation>
    </message>
    <message>
        <source>context parallelism with other masks</source>
        <translation>其他掩码下的上下文并行</translation>
    </message>
    <message>
        <source>sequence parallelism beside a state</source>
        <translation>带状态层的序列并行</translation>
    </message>
    <message>
        <source>virtual stages of a hybrid model</source>
        <translation>混合模型的虚拟阶段</translation>
    </message>
    <message>
        <source>context parallelism of Kimi delta attention</source>
        <translation>Kimi delta 注意力的上下文并行</translation>
    </message>
    <message>
        <source>heads of a state</source>
        <translation>状态的头数</translation>
    </message>
    <message>
        <source>Mamba-2 layers</source>
        <translation>Mamba-2 层</translation>
    </message>
    <message>
        <source>recomputed layers of a hybrid model</source>
        <translation>混合模型的重计算层</translation>
    </message>
    <message>
        <source>stages of a hybrid model</source>
        <translation>混合模型的阶段</translation>
    </message>
    <message>
        <source>context parallelism with encoders</source>
        <translation>带编码器的上下文并行</translation>
    </message>
    <message>
        <source>Mamba layers</source>
        <translation>Mamba 层</translation>
    </message>
    <message>
        <source>gated delta net layers</source>
        <translation>门控 delta 网络层</translation>
    </message>
    <message>
        <source>Kimi delta attention layers</source>
        <translation>Kimi delta 注意力层</translation>
    </message>
    <message>
        <source>lightning attention layers</source>
        <translation>lightning 注意力层</translation>
    </message>
    <message>
        <source>short convolution layers</source>
        <translation>短卷积层</translation>
    </message>
    <message>
        <source>gated linear recurrence layers</source>
        <translation>门控线性循环层</translation>
    </message>
    <message>
        <source>RWKV-7 layers</source>
        <translation>RWKV-7 层</translation>
    </message>
    <message>
        <source>mLSTM layers</source>
        <translation>mLSTM 层</translation>
    </message>
    <message>
        <source>attention beside a state in one layer</source>
        <translation>同一层内注意力与状态并存</translation>
    </message>
    <message>
        <source>latent attention</source>
        <translation>潜在注意力</translation>
    </message>
    <message>
        <source>sparse attention</source>
        <translation>稀疏注意力</translation>
    </message>
    <message>
        <source>sliding attention</source>
        <translation>滑动窗口注意力</translation>
    </message>
    <message>
        <source>chunked attention</source>
        <translation>分块注意力</translation>
    </message>
    <message>
        <source>attention sinks</source>
        <translation>注意力汇聚点</translation>
    </message>
    <message>
        <source>cross attention</source>
        <translation>交叉注意力</translation>
    </message>
    <message>
        <source>attention in both directions</source>
        <translation>双向注意力</translation>
    </message>
    <message>
        <source>encoders in front of the model</source>
        <translation>模型前的编码器</translation>
    </message>
    <message>
        <source>no tp_plan of layers with a state was found</source>
        <translation>未找到带状态层的 tp_plan</translation>
    </message>
    <message>
        <source>attention by SDPA is divided along the sequence, nothing else</source>
        <translation>只有 SDPA 的注意力沿序列切分，其余不切分</translation>
    </message>
    <message>
        <source>no check of masks that are not causal alone was found</source>
        <translation>未找到对非纯因果掩码的检查</translation>
    </message>
    <message>
        <source>no check of AutoTP on layers with a state was found</source>
        <translation>未找到 AutoTP 对带状态层的检查</translation>
    </message>
    <message>
        <source>Ulysses shares out the heads of attention alone</source>
        <translation>Ulysses 只分配注意力的头</translation>
    </message>
    <message>
        <source>the route of Megatron-Bridge takes text models of Llama, Mistral, Qwen and DeepSeek alone</source>
        <translation>经由 Megatron-Bridge 的途径只接受 Llama、Mistral、Qwen 和 DeepSeek 的文本模型</translation>
    </message>
    <message>
        <source>a hybrid model has one chunk a stage</source>
        <translation>混合模型每个阶段只有一个分块</translation>
    </message>
    <message>
        <source>all stages hold as many layers</source>
        <translation>所有阶段的层数相同</translation>
    </message>
    <message>
        <source>it is not divided along the sequence</source>
        <translation>它不沿序列切分</translation>
    </message>
    <message>
        <source>of layers with a state it has Mamba-2, gated delta nets and those of Kimi</source>
        <translation>带状态的层中，它有 Mamba-2、门控 delta 网络和 Kimi 的层</translation>
    </message>
    <message>
        <source>heads of a state are a multiple of tensor x context parallelism, groups of Mamba-2 of tensor parallelism</source>
        <translation>状态的头数须为张量并行 x 上下文并行的倍数，Mamba-2 的组数须为张量并行的倍数</translation>
    </message>
    <message>
        <source>each layer is one of the letters of a pattern: Mamba-2, gated delta net, attention, MLP, experts</source>
        <translation>每一层是模式中的一个字母：Mamba-2、门控 delta 网络、注意力、MLP、专家</translation>
    </message>
    <message>
        <source>mixers and MLPs count as layers of their own</source>
        <translation>混合器和 MLP 各算一层</translation>
    </message>
    <message>
        <source>of layers with a state it has Mamba-2 and gated delta nets</source>
        <translation>带状态的层中，它有 Mamba-2 和门控 delta 网络</translation>
    </message>
    <message>
        <source>a layer has one mixer</source>
        <translation>每层只有一个混合器</translation>
    </message>
    <message>
        <source>tokens see all in front of them or a window</source>
        <translation>词元看到其前面的全部内容或一个窗口</translation>
    </message>
    <message>
        <source>pretrain_gpt.py builds decoders alone</source>
        <translation>pretrain_gpt.py 只构建解码器</translation>
    </message>
    <message>
        <source>encoders in front belong to a model provider of one&apos;s own</source>
        <translation>模型前的编码器须由自己的模型提供者构建</translation>
    </message>
    <message>
        <source>of layers with a state it has gated delta nets</source>
        <translation>带状态的层中，它有门控 delta 网络</translation>
    </message>
    <message>
        <source>how the layers of its stages are said was not found</source>
        <translation>未找到其阶段的层如何指定</translation>
    </message>
    <message>
        <source>of layers with a state it has Mamba-2, gated delta nets, those of Kimi and short convolutions</source>
        <translation>带状态的层中，它有 Mamba-2、门控 delta 网络、Kimi 的层和短卷积</translation>
    </message>
    <message>
        <source>attention with such a mask is not divided along the sequence</source>
        <translation>带此类掩码的注意力不沿序列切分</translation>
    </message>
    <message>
        <source>encoders in front of a model are an experiment beside it</source>
        <translation>模型前的编码器是其旁的实验功能</translation>
    </message>
    <message>
        <source>its models have no layers with a state</source>
        <translation>它的模型没有带状态的层</translation>
    </message>
    <message>
        <source>its text models are decoders</source>
        <translation>它的文本模型都是解码器</translation>
    </message>
    <message>
        <source>gated delta nets are not divided along the sequence</source>
        <translation>门控 delta 网络不沿序列切分</translation>
    </message>
    <message>
        <source>images are put into the whole sequence</source>
        <translation>图像放入完整序列</translation>
    </message>
    <message>
        <source>of layers with a state its models have gated delta nets</source>
        <translation>带状态的层中，它的模型有门控 delta 网络</translation>
    </message>
    <message>
        <source>whether it has them is not known</source>
        <translation>尚不清楚它是否具备</translation>
    </message>
    <message>
        <source>state</source>
        <translation>优化器状态的放置</translation>
    </message>
</context>
<context>
    <name>RuntimeWords</name>
    <message>
        <source>%1 runs this layout.</source>
        <translation>%1 可运行此布局。</translation>
    </message>
    <message>
        <source>%1 would start this layout and do something else.</source>
        <translation>%1 会启动此布局，但实际做法不同。</translation>
    </message>
    <message>
        <source>%1 refuses this layout with an error.</source>
        <translation>%1 会报错并拒绝此布局。</translation>
    </message>
    <message>
        <source>%1 has no setting for this layout.</source>
        <translation>%1 没有对应此布局的设置。</translation>
    </message>
    <message>
        <source>%1 runs this layout only with code of your own.</source>
        <translation>%1 只有加上您自己的代码才能运行此布局。</translation>
    </message>
    <message>
        <source>It is not known whether %1 runs this layout.</source>
        <translation>尚不清楚 %1 能否运行此布局。</translation>
    </message>
    <message>
        <source>No runtime that the program knows runs this layout as it is.</source>
        <translation>程序所知的运行时都不能原样运行此布局。</translation>
    </message>
    <message>
        <source>It runs on %1.</source>
        <comment>names of programs</comment>
        <translation>可在 %1 上运行。</translation>
    </message>
    <message>
        <source>runs it</source>
        <comment>a runtime a layout</comment>
        <translation>可以运行</translation>
    </message>
    <message>
        <source>does something else</source>
        <comment>a runtime with a layout</comment>
        <translation>会做别的事</translation>
    </message>
    <message>
        <source>refuses it</source>
        <comment>a runtime a layout</comment>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>no setting for it</source>
        <comment>of a runtime for a layout</comment>
        <translation>没有相应设置</translation>
    </message>
    <message>
        <source>with own code</source>
        <comment>a runtime runs a layout</comment>
        <translation>需要自己的代码</translation>
    </message>
    <message>
        <source>not known</source>
        <comment>whether a runtime runs a layout</comment>
        <translation>不清楚</translation>
    </message>
    <message>
        <source>not on %1</source>
        <comment>name of a program</comment>
        <translation>%1 不能运行</translation>
    </message>
    <message>
        <source>none as it is</source>
        <comment>no program starts this layout</comment>
        <translation>没有能照原样运行的</translation>
    </message>
    <message>
        <source>%1 +%2</source>
        <comment>names of programs, how many more</comment>
        <translation>%1 等另外 %2 个</translation>
    </message>
</context>
<context>
    <name>SampleName</name>
    <message>
        <source>Two generations</source>
        <translation>两代硬件</translation>
    </message>
    <message>
        <source>Small</source>
        <translation>小型</translation>
    </message>
    <message>
        <source>One kind of GPU</source>
        <translation>单一 GPU</translation>
    </message>
    <message>
        <source>Best value</source>
        <translation>最划算</translation>
    </message>
    <message>
        <source>Does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>聊天</translation>
    </message>
    <message>
        <source>Experts on a rack</source>
        <translation>机柜上的专家</translation>
    </message>
    <message>
        <source>Mixed fleet</source>
        <translation>混合机群</translation>
    </message>
    <message>
        <source>Three regions</source>
        <translation>三个区域</translation>
    </message>
</context>
<context>
    <name>ServingConstants</name>
    <message>
        <source>launch times in a graph against the tables</source>
        <translation>图中的启动时间相对内核测量表</translation>
    </message>
    <message>
        <source>launch times against the tables, TensorRT engines before the PyTorch backend</source>
        <translation>启动时间相对内核测量表，采用 PyTorch 后端之前的 TensorRT 引擎</translation>
    </message>
    <message>
        <source>launch of quantising against 2 us</source>
        <translation>量化的启动时间相对 2 us</translation>
    </message>
    <message>
        <source>small kernels a layer</source>
        <translation>每层的小内核数</translation>
    </message>
    <message>
        <source>one small kernel</source>
        <translation>单个小内核</translation>
    </message>
    <message>
        <source>all-reduce against the table</source>
        <translation>all-reduce 相对内核测量表</translation>
    </message>
    <message>
        <source>kernels of decoding in place</source>
        <translation>实际运行中的解码内核</translation>
    </message>
    <message>
        <source>kernels of prefill in place</source>
        <translation>实际运行中的预填充内核</translation>
    </message>
    <message>
        <source>experts&apos; time</source>
        <translation>专家的时间</translation>
    </message>
    <message>
        <source>launch of the experts against the table</source>
        <translation>专家的启动时间相对内核测量表</translation>
    </message>
    <message>
        <source>experts&apos; time in prefill</source>
        <translation>预填充中专家的时间</translation>
    </message>
    <message>
        <source>fullest rank of expert parallelism beside its fluctuation</source>
        <translation>专家并行中最满的 rank，其波动之外的部分</translation>
    </message>
    <message>
        <source>slowest rank of attention data parallelism</source>
        <translation>注意力数据并行中最慢的 rank</translation>
    </message>
    <message>
        <source>host a step</source>
        <translation>每步的主机时间</translation>
    </message>
    <message>
        <source>host a sequence</source>
        <translation>每个序列的主机时间</translation>
    </message>
    <message>
        <source>not overlapped</source>
        <translation>未重叠的时间</translation>
    </message>
    <message>
        <source>not overlapped a sequence</source>
        <translation>每个序列未重叠的时间</translation>
    </message>
    <message>
        <source>host a layer of a step with prefill</source>
        <translation>含预填充的步中每层的主机时间</translation>
    </message>
    <message>
        <source>host a layer with experts of a step with prefill</source>
        <translation>含预填充的步中每个专家层的主机时间</translation>
    </message>
    <message>
        <source>host a layer with latent attention of a step with prefill</source>
        <translation>含预填充的步中每个潜在注意力层的主机时间</translation>
    </message>
    <message>
        <source>a step with prefill</source>
        <translation>含预填充的步另加的时间</translation>
    </message>
    <message>
        <source>front end, a request</source>
        <translation>前端，每个请求</translation>
    </message>
    <message>
        <source>one all-to-all</source>
        <translation>一次 all-to-all</translation>
    </message>
    <message>
        <source>all-to-all against the link&apos;s rate</source>
        <translation>all-to-all 相对链路的速率</translation>
    </message>
    <message>
        <source>prompts that TensorRT-LLM starts together under attention data parallelism, a rank</source>
        <translation>注意力数据并行下 TensorRT-LLM 同时启动的提示数，每个 rank</translation>
    </message>
    <message>
        <source>share of the bf16 peak of CDNA3 that products reach</source>
        <translation>乘积所达到的 CDNA3 bf16 峰值份额</translation>
    </message>
    <message>
        <source>share of the bandwidth at which vLLM V0 reads keys and values on CDNA3, once a head of queries</source>
        <translation>vLLM V0 在 CDNA3 上读取键与值所用的带宽份额，每个查询头读取一次</translation>
    </message>
    <message>
        <source>host a layer and step, vLLM V0 on CDNA3, which launches kernel by kernel</source>
        <translation>每层每步的主机时间，CDNA3 上逐个启动内核的 vLLM V0</translation>
    </message>
    <message>
        <source>tokens that choose experts apart from each other, of those beyond the first</source>
        <translation>首个之外的词元中，彼此独立选择专家的份额</translation>
    </message>
    <message>
        <source>half of the experts are chosen so much more often than the mean, the other half less</source>
        <translation>一半专家被选中的次数比均值多出的比例，另一半则少同样比例</translation>
    </message>
    <message>
        <source>share of what measured kernels take beyond their forms that stands in place</source>
        <translation>实测内核超出其公式的耗时中，实际运行时仍存在的份额</translation>
    </message>
    <message>
        <source>fp8 products of TensorRT-LLM against the table, which is vLLM&apos;s</source>
        <translation>TensorRT-LLM 的 fp8 乘积相对内核测量表（该表取自 vLLM）</translation>
    </message>
    <message>
        <source>time of reading keys and values in fp8 on Hopper, TensorRT-LLM against the table</source>
        <translation>Hopper 上读取 fp8 键与值的时间，TensorRT-LLM 相对内核测量表</translation>
    </message>
    <message>
        <source>time of reading keys and values, TensorRT engines before the PyTorch backend, against the table</source>
        <translation>读取键与值的时间，采用 PyTorch 后端之前的 TensorRT 引擎，相对内核测量表</translation>
    </message>
    <message>
        <source>all-reduce on CDNA3 against the assumed form</source>
        <translation>CDNA3 上的 all-reduce 相对假定的公式</translation>
    </message>
    <message>
        <source>times by which products of few rows miss the compute rate on CDNA3, beyond once</source>
        <translation>CDNA3 上行数少的乘积与计算速率相差的倍数，超出一倍的部分</translation>
    </message>
    <message>
        <source>transfer of an all-reduce against the table</source>
        <translation>all-reduce 的传输相对内核测量表</translation>
    </message>
    <message>
        <source>not overlapped a sequence, vLLM before it scheduled beside the GPU</source>
        <translation>每个序列未重叠的时间，调度尚未与 GPU 并行的 vLLM</translation>
    </message>
    <message>
        <source>share that steps of models with experts took longer before the end of 2025</source>
        <translation>2025 年底之前含专家模型的步多耗时的份额</translation>
    </message>
    <message>
        <source>share that steps of models in block-scaled fp8 took longer besides before the end of 2025</source>
        <translation>2025 年底之前块缩放 fp8 模型的步另外多耗时的份额</translation>
    </message>
    <message>
        <source>share that steps of models with experts took longer on CDNA3 before the middle of 2026</source>
        <translation>2026 年年中之前含专家模型的步在 CDNA3 上多耗时的份额</translation>
    </message>
    <message>
        <source>block-scaled products of vLLM against the table, which is TensorRT-LLM&apos;s</source>
        <translation>vLLM 的块缩放乘积相对内核测量表（该表取自 TensorRT-LLM）</translation>
    </message>
    <message>
        <source>attention of prompts against the table</source>
        <translation>提示的注意力相对内核测量表</translation>
    </message>
    <message>
        <source>share of the steps to gather a prompt a rank, at most 50, that TensorRT-LLM waits under attention data parallelism</source>
        <translation>注意力数据并行下 TensorRT-LLM 等待的步数，占每个 rank 凑齐一个提示所需步数（至多 50）的份额</translation>
    </message>
    <message>
        <source>large all-reduce in an NVLink switch against its bytes over the link&apos;s rate</source>
        <translation>NVLink 交换机中的大型 all-reduce 相对其字节数除以链路速率</translation>
    </message>
</context>
<context>
    <name>Sharded</name>
    <message>
        <source>sharded</source>
        <translation>分片</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <comment>GPUs and sequences of each</comment>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>Sharded: %1 sequences</source>
        <translation>分片：%1 序列</translation>
    </message>
    <message>
        <source>Shares of batch and state are found together. Choose a strategy to begin with.</source>
        <translation>批次与状态的份额一并求得。请先选择一个策略。</translation>
    </message>
    <message>
        <source>Weights, gradients and optimizer sharded over all GPUs; batch and state are shared out apart</source>
        <translation>权重、梯度与优化器在所有 GPU 上分片；批次与状态分别分配</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n sequences each</source>
        <comment>pool</comment>
        <translation>
            <numerusform>%1，每块 GPU %n 个序列</numerusform>
        </translation>
    </message>
    <message>
        <source>the slowest GPU&apos;s passes, or the gathering of weights and the reduction of gradients where these are longer</source>
        <translation>最慢 GPU 的前向与反向传播；若权重的收集或梯度的归约更久，则以其为准</translation>
    </message>
    <message>
        <source>Runtimes give every GPU the same share: none of them takes unequal ones.</source>
        <translation>运行时给每块 GPU 相同的份额：没有运行时接受不均等的份额。</translation>
    </message>
</context>
<context>
    <name>SparesWords</name>
    <message>
        <source>No number of spare nodes holds %1 goodput: %2 is the most.</source>
        <translation>任何数量的备用节点都不能保证 %1 的有效产出率：最高为 %2。</translation>
    </message>
    <message>
        <source>Spare nodes that hold %1 goodput: %2.</source>
        <translation>保证 %1 有效产出率所需的备用节点：%2。</translation>
    </message>
    <message>
        <source>Repairs take %1 on average; with the spare nodes there are (%2), %3 of the hours wait for one.</source>
        <translation>修复平均需要 %1；以现有的备用节点（%2），有 %3 的时间在等待修复。</translation>
    </message>
</context>
<context>
    <name>SweepResults</name>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Days of the job</source>
        <translation>任务天数</translation>
    </message>
    <message>
        <source>Cost of the job</source>
        <translation>任务费用</translation>
    </message>
    <message>
        <source>Purchase</source>
        <translation>购置</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Paid GPUs</source>
        <translation>付费的 GPU</translation>
    </message>
    <message>
        <source>Gap</source>
        <translation>差距</translation>
    </message>
    <message>
        <source>Proven best</source>
        <translation>已证明最佳</translation>
    </message>
    <message>
        <source>Best so far</source>
        <translation>目前最佳</translation>
    </message>
    <message>
        <source>Nothing fits</source>
        <translation>没有可行的策略</translation>
    </message>
    <message>
        <source>Wrong inputs</source>
        <translation>输入有误</translation>
    </message>
    <message>
        <source>What is wrong</source>
        <translation>问题所在</translation>
    </message>
    <message>
        <source>Tokens/s of a GPU</source>
        <translation>每 GPU 词元/秒</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>首词元</translation>
    </message>
    <message>
        <source>Further token</source>
        <translation>其后每个词元</translation>
    </message>
    <message>
        <source>Cost of a million tokens</source>
        <translation>百万词元的费用</translation>
    </message>
    <message>
        <source>Cost of an hour</source>
        <translation>每小时费用</translation>
    </message>
    <message>
        <source>Iteration</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>Cost of an iteration</source>
        <translation>一次迭代的费用</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>忙碌</translation>
    </message>
</context>
<context>
    <name>TimelinePainter</name>
    <message>
        <source>waiting %1</source>
        <translation>等待 %1</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>weight gradient</source>
        <translation>权重梯度</translation>
    </message>
    <message>
        <source>send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>receive</source>
        <translation>接收</translation>
    </message>
    <message>
        <source>all-reduce</source>
        <translation>全归约</translation>
    </message>
    <message>
        <source>reduce-scatter</source>
        <translation>归约散发</translation>
    </message>
    <message>
        <source>all-gather</source>
        <translation>全收集</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>F</source>
        <comment>forward</comment>
        <translation>F</translation>
    </message>
    <message>
        <source>B</source>
        <comment>backward</comment>
        <translation>B</translation>
    </message>
    <message>
        <source>W</source>
        <comment>weight gradient</comment>
        <translation>W</translation>
    </message>
    <message>
        <source>Stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <comment>count and GPU type</comment>
        <translation>%1 × %2</translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s) + head</source>
        <translation>
            <numerusform>
            &lt;numerusform&gt;%n 层 + 输出头&lt;/numerusform&gt;
        </numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>
            &lt;numerusform&gt;%n 层&lt;/numerusform&gt;
        </numerusform>
        </translation>
    </message>
    <message>
        <source>Memory per GPU</source>
        <translation>每块 GPU 的显存</translation>
    </message>
    <message>
        <source>weights, gradients, optimizer, workspace</source>
        <translation>权重、梯度、优化器、工作区</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>%1 folded</source>
        <translation>折叠 %1</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>kind of span and micro-batch</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>letter of span and micro-batch</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>S%1</source>
        <comment>stage</comment>
        <translation>S%1</translation>
    </message>
    <message>
        <source>peak %1 · %2</source>
        <translation>峰值 %1 · %2</translation>
    </message>
    <message>
        <source>Stage %1, %2</source>
        <comment>number and pool</comment>
        <translation>阶段 %1，%2</translation>
    </message>
</context>
<context>
    <name>Why</name>
    <message>
        <source>This is the best strategy.</source>
        <translation>这就是最佳策略。</translation>
    </message>
    <message>
        <source>Ruled out by rule “%1”: %2.</source>
        <translation>被规则“%1”排除：%2。</translation>
    </message>
    <message>
        <source>It is better than the best strategy found, and outside the space that was searched. Allow its settings in the job.</source>
        <translation>它优于已找到的最佳策略，但在所搜索的空间之外。请在任务中允许其设置。</translation>
    </message>
    <message>
        <source>Outside the space that the job allows: %1.</source>
        <translation>在任务允许的空间之外：%1。</translation>
    </message>
    <message>
        <source>Possible, and slower than the best.</source>
        <translation>可行，但比最佳慢。</translation>
    </message>
    <message>
        <source>Possible, and more expensive than the best.</source>
        <translation>可行，但比最佳贵。</translation>
    </message>
    <message>
        <source>Another strategy is both faster and cheaper.</source>
        <translation>另有策略既更快又更便宜。</translation>
    </message>
    <message>
        <source>The search has not reached it yet.</source>
        <translation>搜索尚未到达它。</translation>
    </message>
    <message>
        <source>It is number %1 of the ranking.</source>
        <translation>它在排名中列第 %1。</translation>
    </message>
    <message>
        <source>10¹² tokens cost %1, with the best strategy %2.</source>
        <translation>10¹² 词元的费用为 %1，最佳策略为 %2。</translation>
    </message>
    <message>
        <source>Possible, and on more GPUs than the best.</source>
        <translation>可行，但用的 GPU 比最佳策略多。</translation>
    </message>
    <message>
        <source>Exactly as good as the best.</source>
        <translation>与最佳策略完全一样好。</translation>
    </message>
    <message>
        <source>The best is cheaper: 10¹² tokens cost %1, here %2.</source>
        <translation>最佳策略更便宜：10¹² 个词元花费 %1，此处为 %2。</translation>
    </message>
    <message>
        <source>The best is faster: a step takes %1, here %2.</source>
        <translation>最佳策略更快：一步用时 %1，此处为 %2。</translation>
    </message>
    <message>
        <source>The best uses fewer GPUs: %1, here %2.</source>
        <translation>最佳策略用的 GPU 更少：%1，此处为 %2。</translation>
    </message>
    <message>
        <source>Of equals the ranking takes the one whose stages come first in order.</source>
        <translation>在同样好的策略中，排名取各阶段次序在前者。</translation>
    </message>
    <message>
        <source>Of equals the ranking takes the one whose settings come first in order: %1 is %2 there, here %3.</source>
        <translation>在同样好的策略中，排名取设置次序在前者：%1 在那里是 %2，此处是 %3。</translation>
    </message>
    <message>
        <source>On the Pareto frontier: nothing is both faster and cheaper.</source>
        <translation>位于时间与费用的最优集上：没有既更快又更便宜的策略。</translation>
    </message>
    <message>
        <source>Another strategy is both faster and cheaper: TP %1 · PP %2 · DP %3 with %4 tokens/s, at %5 for 10¹² tokens.</source>
        <translation>另有策略既更快又更便宜：TP %1 · PP %2 · DP %3，%4 词元/秒，10¹² 词元 %5。</translation>
    </message>
    <message>
        <source>Ruled out by rule “%1”.</source>
        <translation>被规则“%1”排除。</translation>
    </message>
    <message>
        <source>A step takes %1; with the best strategy it takes %2 (%3).</source>
        <translation>一步用时 %1；最佳策略用时 %2（%3）。</translation>
    </message>
    <message>
        <source>It is better than the best strategy found, which has to take all GPUs.</source>
        <translation>它优于已找到的最佳策略，后者必须用上所有 GPU。</translation>
    </message>
    <message>
        <source>It leaves GPUs of %1 unused, where all are asked for: a goal that chooses GPUs, or a scenario without that pool, may do so.</source>
        <translation>它让 %1 的 GPU 闲置，而要求使用所有 GPU：会挑选 GPU 的目标，或不含该资源池的情景，才可以如此。</translation>
    </message>
    <message>
        <source>Ahead of every strategy.</source>
        <translation>领先于所有策略。</translation>
    </message>
    <message>
        <source>As ranks stand on the nodes, where a slow GPU slows only what waits for it, a step takes %1; with the strategy that is fastest so it takes %2 (%3).</source>
        <translation>按各进程在节点上的实际位置（慢 GPU 只拖慢等待它的部分），每步需 %1；在此条件下最快的策略需 %2（%3）。</translation>
    </message>
    <message>
        <source>The ranking counts %1 and %2, with every GPU in use as slow as the slowest of its pool.</source>
        <translation>排名按 %1 与 %2 计算，即所用的每块 GPU 都与其资源池中最慢者一样慢。</translation>
    </message>
    <message>
        <source>Counted so, the parts of the steps differ:</source>
        <translation>如此计算，各步的组成部分有以下差别：</translation>
    </message>
    <message>
        <source>Ahead of every strategy of the ranking, as ranks stand on the nodes.</source>
        <translation>按各进程在节点上的实际位置，它领先于排名中的所有策略。</translation>
    </message>
    <message>
        <source>The ranking counts %1 for the strategy that is fastest so, with every GPU in use as slow as the slowest of its pool.</source>
        <translation>对如此计算下最快的策略，排名按 %1 计算，即所用的每块 GPU 都与其资源池中最慢者一样慢。</translation>
    </message>
    <message>
        <source>The ranking counts %1 for the one asked about, with every GPU in use as slow as the slowest of its pool.</source>
        <translation>对所询问的布局，排名按 %1 计算，即所用的每块 GPU 都与其资源池中最慢者一样慢。</translation>
    </message>
</context>
<context>
    <name>Widths</name>
    <message>
        <source>widths</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>%1 × TP %2</source>
        <comment>groups of a stage, and their tensor parallelism</comment>
        <translation>%1 × TP %2</translation>
    </message>
    <message>
        <source>Unequal stages: %1</source>
        <translation>不等宽阶段：%1</translation>
    </message>
    <message>
        <source>Widths and layers of the stages are found together. Choose a strategy to begin with.</source>
        <translation>各阶段的宽度和层数是一起求出的。请选择一个策略作为起点。</translation>
    </message>
    <message>
        <source>1F1B, unequal</source>
        <translation>1F1B，不等宽</translation>
    </message>
    <message>
        <source>Stages have groups of their own number; a micro-batch goes to the group that is free first</source>
        <translation>各阶段的组数各不相同；微批次交给最先空闲的组</translation>
    </message>
    <message numerus="yes">
        <source>%1, the first of %n groups</source>
        <comment>pool</comment>
        <translation>
            <numerusform>%1，%n 个组中的第一个</numerusform>
        </translation>
    </message>
    <message>
        <source>every pass of every group played: who waits for whom</source>
        <translation>逐一模拟每个组的每次计算：谁在等待谁</translation>
    </message>
    <message>
        <source>Runtimes give every stage as many replicas: none of them takes unequal ones.</source>
        <translation>各运行时都让每个阶段有同样多的副本：没有一个支持不等的副本数。</translation>
    </message>
</context>
<context>
    <name>astrolabe::app::StartText</name>
    <message>
        <source>Astrolabe is running already and has not answered yet.</source>
        <translation>Astrolabe 已在运行，尚未应答。</translation>
    </message>
    <message>
        <source>It may be busy. What this start asks for opens there as soon as it answers.</source>
        <translation>它可能正忙。它一应答，此次启动要打开的内容就会在那里打开。</translation>
    </message>
    <message>
        <source>Start another one</source>
        <translation>另启动一个</translation>
    </message>
    <message>
        <source>Do not start</source>
        <translation>不启动</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::AboutDialog</name>
    <message>
        <source>About Astrolabe</source>
        <translation>关于 Astrolabe</translation>
    </message>
    <message>
        <source>Astrolabe %1</source>
        <translation>Astrolabe %1</translation>
    </message>
    <message>
        <source>Plans the training of large models on clusters one could buy or rent.

Hardware and price catalogue of %1. Every value keeps its source and date.

Free software under the GNU General Public License, version 3 or later. Uses Qt, QCustomPlot, SQLite and other free libraries; data sources are listed in NOTICE.</source>
        <translation>在可购买或可租用的集群上规划大模型的训练。

硬件与价格目录日期为 %1。每个值都保留其来源和日期。

自由软件，采用 GNU 通用公共许可证第 3 版或更高版本。使用了 Qt、QCustomPlot、SQLite 及其他自由软件库；数据来源列于 NOTICE。</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::AccuracyDialog</name>
    <message>
        <source>&amp;Open this run as a plan</source>
        <translation>将此运行作为方案打开(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Import my runs…</source>
        <translation>导入我的运行…(&amp;I)</translation>
    </message>
    <message>
        <source>Show &amp;published runs</source>
        <translation>显示已发布的运行(&amp;P)</translation>
    </message>
    <message>
        <source>How accurate?</source>
        <translation>有多准确？</translation>
    </message>
    <message>
        <source>Measured runs with their prediction</source>
        <translation>实测运行及其预测</translation>
    </message>
    <message>
        <source>Import measured runs</source>
        <translation>导入实测运行</translation>
    </message>
    <message>
        <source>Tables (*.csv);;All files (*)</source>
        <translation>表格 (*.csv);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Family</source>
        <translation>系列</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Predicting every run…</source>
        <translation>正在预测每次运行…</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) left out, the first: %1</source>
        <translation>
            <numerusform>略去 %n 行，其中第一行：%1</numerusform>
        </translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>No run fits these filters.</source>
        <translation>没有符合这些筛选条件的运行。</translation>
    </message>
    <message>
        <source>published</source>
        <translation>已发布</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>导出(&amp;E)</translation>
    </message>
    <message>
        <source>Export the shown runs</source>
        <translation>导出所示的运行</translation>
    </message>
    <message>
        <source>&amp;Rows as CSV…</source>
        <translation>各行存为 CSV…(&amp;R)</translation>
    </message>
    <message>
        <source>Export the rows</source>
        <translation>导出各行</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
    <message>
        <source>&amp;Plots as SVG, PDF or PNG…</source>
        <translation>图存为 SVG、PDF 或 PNG…(&amp;P)</translation>
    </message>
    <message>
        <source>Export the plots</source>
        <translation>导出图</translation>
    </message>
    <message>
        <source>Vector drawing (*.svg);;PDF (*.pdf);;Picture (*.png)</source>
        <translation>矢量图 (*.svg);;PDF (*.pdf);;图片 (*.png)</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>已写入 %1</translation>
    </message>
    <message>
        <source>Errors by GPU type</source>
        <translation>各 GPU 型号的误差</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) (%1), predicted with the constants fitted to published runs.</source>
        <translation>
            <numerusform>%n 条运行（%1），用据已发布的运行拟合的常数预测。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) (%1). The constants were fitted to published runs, these among them; the README has the figures for runs left out of the fit.</source>
        <translation>
            <numerusform>%n 次运行（%1）。常数依据已发布的运行拟合，其中包括这些；未参与拟合的运行的数字见 README。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) of the table could not be predicted.</source>
        <translation>
            <numerusform>表中有 %n 行无法预测。</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Fit constants to these runs</source>
        <translation>用这些运行拟合常数(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Use them in the plan</source>
        <translation>在方案中使用(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Save them…</source>
        <translation>保存(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Give the plan the published constants</source>
        <translation>让方案使用已发布的常数(&amp;G)</translation>
    </message>
    <message numerus="yes">
        <source>The report has a section with the %n shown run(s).</source>
        <translation>
            <numerusform>报告中有一节包含显示的 %n 条运行。</numerusform>
        </translation>
    </message>
    <message>
        <source>Runs left out, with the reason</source>
        <translation>未纳入的运行及原因</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>已预测</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>未纳入</translation>
    </message>
    <message>
        <source>the published table</source>
        <translation>已发布的表格</translation>
    </message>
    <message>
        <source>Predicted (%1)</source>
        <translation>已预测（%1）</translation>
    </message>
    <message>
        <source>Left out (%1)</source>
        <translation>未纳入（%1）</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) (%1), predicted with the constants fitted to them.</source>
        <translation>
            <numerusform>%n 条运行（%1），用据其拟合的常数预测。</numerusform>
        </translation>
    </message>
    <message>
        <source>Three runs of different layouts are enough to help</source>
        <translation>三条不同布局的运行就有帮助</translation>
    </message>
    <message>
        <source>The plan now uses the constants fitted to your runs.</source>
        <translation>方案现在用您的运行所得的常数预测。</translation>
    </message>
    <message>
        <source>Save the constants</source>
        <translation>保存常数</translation>
    </message>
    <message>
        <source>Calibrations (*.json)</source>
        <translation>校准文件 (*.json)</translation>
    </message>
    <message>
        <source>Fitting constants to the runs…</source>
        <translation>正在用运行拟合常数…</translation>
    </message>
    <message numerus="yes">
        <source>Fitted to %n run(s): median error %1 before, %2 after, of these runs themselves.</source>
        <translation>
            <numerusform>已用 %n 条运行拟合：这些运行自身的中位误差由 %1 变为 %2。</numerusform>
        </translation>
    </message>
    <message>
        <source>Re&amp;move from report</source>
        <translation>从报告中移除(&amp;K)</translation>
    </message>
    <message>
        <source>Add to &amp;report</source>
        <translation>加入报告(&amp;R)</translation>
    </message>
    <message>
        <source>How accurate such predictions are</source>
        <translation>此类预测有多准确</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) (%1): median error %2, nine in ten within %3, %4 inside their 80 % band.</source>
        <translation>
            <numerusform>%n 条运行（%1）：中位误差 %2，十条中九条在 %3 以内，%4 落在其 80 % 区间内。</numerusform>
        </translation>
    </message>
    <message>
        <source>Predicted over measured, and how the errors are spread.</source>
        <translation>预测值与实测值，以及误差的分布。</translation>
    </message>
    <message>
        <source>Errors by GPU type.</source>
        <translation>按 GPU 型号的误差。</translation>
    </message>
    <message>
        <source>Constants of the plan: %1</source>
        <comment>when and from what they were made</comment>
        <translation>方案的常数：%1</translation>
    </message>
    <message>
        <source>Errors and runs</source>
        <translation>误差与运行</translation>
    </message>
    <message>
        <source>Training or serving runs</source>
        <translation>训练运行或服务运行</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Serving</source>
        <translation>服务</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::AccuracyFigures</name>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Rows that the filters show, of all rows of this quantity</source>
        <translation>筛选所示的行数，以及该量的全部行数</translation>
    </message>
    <message>
        <source>Median error</source>
        <translation>中位误差</translation>
    </message>
    <message>
        <source>Half of the predictions are within this error</source>
        <translation>一半的预测误差不超过此值</translation>
    </message>
    <message>
        <source>9 of 10 within</source>
        <translation>十之九不超过</translation>
    </message>
    <message>
        <source>Nine in ten predictions are within this error</source>
        <translation>十分之九的预测误差不超过此值</translation>
    </message>
    <message>
        <source>Typical error</source>
        <translation>典型误差</translation>
    </message>
    <message>
        <source>The middle error with its sign: above zero is predicted too high</source>
        <translation>带符号误差的中位数：大于零表示预测偏高</translation>
    </message>
    <message>
        <source>In 80 % band</source>
        <translation>在 80 % 区间内</translation>
    </message>
    <message>
        <source>Share of the runs that were measured inside their 80 % band</source>
        <translation>实测值落在 80 % 区间内的运行所占比例</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::AccuracyGroups</name>
    <message>
        <source>GPU type</source>
        <translation>GPU 型号</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位</translation>
    </message>
    <message>
        <source>9 of 10</source>
        <translation>十之九</translation>
    </message>
    <message>
        <source>Typical</source>
        <translation>典型</translation>
    </message>
    <message>
        <source>In 80 % band</source>
        <translation>在 80 % 区间内</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::AccuracyModel</name>
    <message>
        <source>inside</source>
        <translation>区间内</translation>
    </message>
    <message>
        <source>outside</source>
        <translation>区间外</translation>
    </message>
    <message>
        <source>80 % band: %1 to %2</source>
        <translation>80 % 区间：%1 至 %2</translation>
    </message>
    <message>
        <source>%1 = %2 (assumed: %3)</source>
        <translation>%1 = %2（假定：%3）</translation>
    </message>
    <message>
        <source>The source states every setting.</source>
        <translation>来源给出了所有设置。</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Family</source>
        <translation>系列</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>80 % band</source>
        <translation>80 % 区间</translation>
    </message>
    <message>
        <source>Assumed</source>
        <translation>假定</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::AccuracyPlots</name>
    <message>
        <source>Predicted over measured; the table below has the same rows</source>
        <translation>预测与实测对照；下方表格含相同的行</translation>
    </message>
    <message>
        <source>How the errors are spread; the table below has the same rows</source>
        <translation>误差的分布；下方表格含相同的行</translation>
    </message>
    <message>
        <source>measured, seconds a token</source>
        <translation>实测，秒/词元</translation>
    </message>
    <message>
        <source>measured, GiB</source>
        <translation>实测，GiB</translation>
    </message>
    <message>
        <source>predicted, seconds a token</source>
        <translation>预测，秒/词元</translation>
    </message>
    <message>
        <source>predicted, GiB</source>
        <translation>预测，GiB</translation>
    </message>
    <message>
        <source>±10 %</source>
        <translation>±10 %</translation>
    </message>
    <message>
        <source>error; the outermost bars hold what lies beyond</source>
        <translation>误差；最外侧的柱包含更远的值</translation>
    </message>
    <message>
        <source>Predicted against measured</source>
        <translation>预测与实测对比</translation>
    </message>
    <message>
        <source>too slow</source>
        <translation>偏慢</translation>
    </message>
    <message>
        <source>too much</source>
        <translation>偏多</translation>
    </message>
    <message>
        <source>too fast</source>
        <translation>偏快</translation>
    </message>
    <message>
        <source>too little</source>
        <translation>偏少</translation>
    </message>
    <message>
        <source>%1, %2: measured %3, predicted %4, error %5</source>
        <translation>%1，%2：实测 %3，预测 %4，误差 %5</translation>
    </message>
    <message>
        <source>typical %1</source>
        <translation>典型 %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 to %2: %n run(s)</source>
        <translation>
            <numerusform>%1 至 %2：%n 次运行</numerusform>
        </translation>
    </message>
    <message>
        <source>runs for every %1</source>
        <translation>每 %1 的运行数</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::Announcer</name>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Undo the last edit</source>
        <translation>撤销上一次编辑</translation>
    </message>
    <message>
        <source>Undo: %1</source>
        <translation>撤销：%1</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::AssumedText</name>
    <message>
        <source>Assumed: nobody stated this value</source>
        <translation>假定：没有人给出此值</translation>
    </message>
    <message>
        <source>%1, assumed</source>
        <comment>name of a field</comment>
        <translation>%1（假定）</translation>
    </message>
    <message>
        <source>%1
%2</source>
        <comment>two notes</comment>
        <translation>%1
%2</translation>
    </message>
    <message>
        <source>Back to the default (%1)</source>
        <translation>恢复默认值（%1）</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::BasisDoubts</name>
    <message>
        <source>, </source>
        <comment>between names of pools</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>cost basis</source>
        <comment>undo step: Set …</comment>
        <translation>费用口径</translation>
    </message>
    <message>
        <source>No rent is known for %1 under this commitment.</source>
        <translation>%1 在该承诺期下没有已知的租金。</translation>
    </message>
    <message>
        <source>Use “%1”</source>
        <translation>使用“%1”</translation>
    </message>
    <message>
        <source>commitment</source>
        <comment>undo step: Set …</comment>
        <translation>承诺期</translation>
    </message>
    <message>
        <source>No rent is known for %1, only what it costs to buy. Count it as bought, or enter a rent.</source>
        <translation>%1 没有已知的租金，只有购买价。请按购买计算，或输入租金。</translation>
    </message>
    <message>
        <source>No rent is known for %1. Enter one.</source>
        <translation>%1 没有已知的租金。请输入。</translation>
    </message>
    <message>
        <source>%1: nodes of a cloud. What one costs to buy is not known, so its GPUs alone are counted.</source>
        <translation>%1：云节点。购买价未知，因此只计其 GPU。</translation>
    </message>
    <message>
        <source>What %1 costs to buy is not known, only its rent. Count it as rented, or enter a price.</source>
        <translation>%1 的购买价未知，只有租金。请按租用计算，或输入价格。</translation>
    </message>
    <message>
        <source>What %1 costs to buy is not known. Enter a price.</source>
        <translation>%1 的购买价未知。请输入价格。</translation>
    </message>
    <message>
        <source>Count as bought</source>
        <translation>按购买计算</translation>
    </message>
    <message>
        <source>Count as rented</source>
        <translation>按租用计算</translation>
    </message>
    <message>
        <source>Enter rent…</source>
        <translation>输入租金…</translation>
    </message>
    <message>
        <source>Enter price…</source>
        <translation>输入价格…</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::BreakdownView</name>
    <message>
        <source>Breakdown of time, memory and money</source>
        <translation>时间、显存与费用的分解</translation>
    </message>
    <message>
        <source>Step time by part</source>
        <translation>单步时间的组成</translation>
    </message>
    <message>
        <source>Memory per GPU by stage</source>
        <translation>各阶段每块 GPU 的显存</translation>
    </message>
    <message>
        <source>Money per 10¹² tokens</source>
        <translation>每 10¹² 词元的费用</translation>
    </message>
    <message>
        <source>%1, as a table</source>
        <translation>%1（表格）</translation>
    </message>
    <message>
        <source>No strategy to show yet.</source>
        <translation>尚无可显示的策略。</translation>
    </message>
    <message>
        <source>Sum</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>seconds a step</source>
        <translation>秒/步</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>stage; dashed line: memory limit</source>
        <translation>阶段；虚线：扣除余量后的可用量</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>No price for every GPU type used.</source>
        <translation>并非所用的每种 GPU 都有价格。</translation>
    </message>
    <message>
        <source>#%1</source>
        <translation>#%1</translation>
    </message>
    <message>
        <source>S%1</source>
        <comment>stage</comment>
        <translation>S%1</translation>
    </message>
    <message>
        <source>Memory per GPU by stage, %1</source>
        <translation>各阶段每块 GPU 的显存，%1</translation>
    </message>
    <message>
        <source>Rent of the GPUs used</source>
        <translation>所用 GPU 的租金</translation>
    </message>
    <message>
        <source>%1; %2 of %3 in host memory</source>
        <translation>%1；主机内存 %2，共 %3</translation>
    </message>
    <message>
        <source>%1; %2 in host memory</source>
        <translation>%1；主机内存 %2</translation>
    </message>
    <message>
        <source>In host memory</source>
        <translation>主机内存</translation>
    </message>
    <message>
        <source>Limit there</source>
        <translation>主机内存上限</translation>
    </message>
    <message>
        <source>Stage %1 · %2: %3 of %4</source>
        <comment>number, GPU type, memory, its limit</comment>
        <translation>阶段 %1 · %2：%3，上限 %4</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>stage and GPU type</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Memory of the GPU</source>
        <translation>GPU 的显存</translation>
    </message>
    <message>
        <source>How is this calculated? (H)</source>
        <translation>如何计算得出？(H)</translation>
    </message>
    <message>
        <source>How is the time with failures calculated?</source>
        <translation>计入故障的时间如何计算得出？</translation>
    </message>
    <message>
        <source>Sum, million %1</source>
        <comment>code of a currency</comment>
        <translation>合计，百万 %1</translation>
    </message>
    <message>
        <source>million %1</source>
        <comment>code of a currency</comment>
        <translation>百万 %1</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::CalibrationWords</name>
    <message>
        <source>calibrated, date not known</source>
        <translation>已校准，日期未知</translation>
    </message>
    <message>
        <source>calibrated from %1, date not known</source>
        <comment>file</comment>
        <translation>由 %1 校准，日期未知</translation>
    </message>
    <message>
        <source>calibrated on %1</source>
        <comment>day</comment>
        <translation>校准于 %1</translation>
    </message>
    <message>
        <source>calibrated on %1 from %2</source>
        <comment>day, file</comment>
        <translation>%1 由 %2 校准</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::CanvasPanel</name>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适合</translation>
    </message>
    <message>
        <source>Show the whole cluster</source>
        <translation>显示整个集群</translation>
    </message>
    <message>
        <source>Show the cluster at 100 %</source>
        <translation>以 100 % 显示集群</translation>
    </message>
    <message>
        <source>Zoom out of the cluster</source>
        <translation>缩小集群</translation>
    </message>
    <message>
        <source>Zoom in on the cluster</source>
        <translation>放大集群</translation>
    </message>
    <message>
        <source>Snap</source>
        <translation>对齐</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>图层</translation>
    </message>
    <message>
        <source>What the tags of the tiles show</source>
        <translation>图块标签显示的内容</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>价格</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>电力</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>份额</translation>
    </message>
    <message>
        <source>Utilisation</source>
        <translation>利用率</translation>
    </message>
    <message>
        <source>Keep tiles on the grid while they are dragged, dropped and pasted; hold Alt to place them freely</source>
        <translation>拖动、放下和粘贴时让图块保持在网格上；按住 Alt 可不受网格限制</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::CanvasTotals</name>
    <message>
        <source>Totals of the cluster</source>
        <translation>集群合计</translation>
    </message>
    <message numerus="yes">
        <source>%n GPUs</source>
        <translation>
            <numerusform>%n 块 GPU</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n types</source>
        <translation>
            <numerusform>%n 种类型</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 to buy</source>
        <translation>购置 %1</translation>
    </message>
    <message>
        <source>%1/h</source>
        <translation>%1/小时</translation>
    </message>
    <message>
        <source>A purchase price of a part of the hardware is not known</source>
        <translation>部分硬件的购置价格未知</translation>
    </message>
    <message>
        <source>The power of a part of the hardware is not known</source>
        <translation>部分硬件的功率未知</translation>
    </message>
    <message>
        <source>A rent of a part of the hardware is not known</source>
        <translation>部分硬件的租金未知</translation>
    </message>
    <message>
        <source>What changed since this plan was opened</source>
        <translation>打开此方案以来的变化</translation>
    </message>
    <message>
        <source>since opened %1</source>
        <comment>then the differences</comment>
        <translation>打开以来 %1</translation>
    </message>
    <message>
        <source>to the baseline %1</source>
        <comment>then the differences</comment>
        <translation>相对基准 %1</translation>
    </message>
    <message>
        <source>What differs from the scenario that is the baseline</source>
        <translation>与基准情景的差异</translation>
    </message>
    <message>
        <source>%1 W: highest power of the machines, without cooling</source>
        <translation>%1 W：机器的最高功率，不含冷却</translation>
    </message>
    <message>
        <source>%1/h: rent at the chosen commitment</source>
        <translation>%1/小时：所选承诺期的租金</translation>
    </message>
    <message>
        <source>%1: machines at their typical price; networks have no price</source>
        <comment>exact value</comment>
        <translation>%1：机器按典型价格计；网络没有价格</translation>
    </message>
    <message>
        <source>%1: machines at their typical price, with the network between nodes</source>
        <comment>exact value</comment>
        <translation>%1：机器按典型价格计，含节点间网络</translation>
    </message>
    <message numerus="yes">
        <source>%1: machines at their typical price, with the networks that have a price; %n pools have none</source>
        <comment>exact value</comment>
        <translation>
            <numerusform>%1：机器按典型价格计，含有价格的网络；%n 个资源池的网络没有价格</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 with network</source>
        <comment>price to buy</comment>
        <translation>购置 %1（含网络）</translation>
    </message>
    <message>
        <source>this plan</source>
        <translation>此方案</translation>
    </message>
    <message>
        <source>no price</source>
        <translation>无价格</translation>
    </message>
    <message>
        <source>GPUs of %1</source>
        <translation>%1 的 GPU 数</translation>
    </message>
    <message>
        <source>Price of a GPU of %1</source>
        <translation>%1 每块 GPU 的价格</translation>
    </message>
    <message>
        <source>Nodes of %1</source>
        <translation>%1 的节点数</translation>
    </message>
    <message>
        <source>Network of a node of %1</source>
        <translation>%1 单节点网络的价格</translation>
    </message>
    <message>
        <source>own price of the pool</source>
        <translation>资源池自定价格</translation>
    </message>
    <message>
        <source>Rent of a GPU of %1 for an hour</source>
        <translation>%1 每块 GPU 每小时的租金</translation>
    </message>
    <message>
        <source>Power of a node of %1</source>
        <translation>%1 每个节点的功率</translation>
    </message>
    <message numerus="yes">
        <source>Networks of %n pools have no price</source>
        <translation>
            <numerusform>%n 个资源池的网络没有价格</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 an hour</source>
        <translation>每小时 %1</translation>
    </message>
    <message>
        <source>%1/h to run</source>
        <comment>power and hosting of machines</comment>
        <translation>运行 %1/h</translation>
    </message>
    <message>
        <source>%1/h: electricity and hosting while the machines work, without what they cost to buy</source>
        <translation>%1/h：机器工作时的电力和托管，不含购买费用</translation>
    </message>
    <message>
        <source>%1/h: electricity while the machines work, without what they cost to buy; hosting has no price</source>
        <translation>%1/h：机器工作时的电力，不含购买费用；托管没有价格</translation>
    </message>
    <message>
        <source>nobody stated it</source>
        <translation>无人给出</translation>
    </message>
    <message>
        <source>Facility power over machine power (PUE)</source>
        <translation>设施功率与机器功率之比（PUE）</translation>
    </message>
    <message>
        <source>A kWh</source>
        <translation>每 kWh</translation>
    </message>
    <message>
        <source>Hosting of a kW for a month</source>
        <translation>每 kW 每月的托管费</translation>
    </message>
    <message>
        <source>Share of the hours used</source>
        <translation>使用小时的份额</translation>
    </message>
    <message>
        <source>%1 W: highest power of the machines, without cooling; an estimate for those without a published figure</source>
        <translation>%1 W：机器的最高功率，不含冷却；未公布数值的机器取估计值</translation>
    </message>
    <message>
        <source>A node&apos;s share of the switches of %1</source>
        <translation>%1 的每节点分摊的交换机功率</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::CatalogueWords</name>
    <message numerus="yes">
        <source>%n more</source>
        <comment>types of hardware, behind the names of some</comment>
        <translation>
            <numerusform>另外 %n 种</numerusform>
        </translation>
    </message>
    <message>
        <source>The current catalogue has other prices for %1.</source>
        <translation>当前目录中 %1 的价格不同。</translation>
    </message>
    <message>
        <source>The current catalogue has other values for %1.</source>
        <translation>当前目录中 %1 的数值不同。</translation>
    </message>
    <message>
        <source>The current catalogue no longer has %1.</source>
        <translation>当前目录中已没有 %1。</translation>
    </message>
    <message>
        <source>The current catalogue names other sources for %1.</source>
        <translation>当前目录中 %1 的来源不同。</translation>
    </message>
    <message>
        <source>The plan keeps what it was saved with.</source>
        <translation>此方案沿用保存时的内容。</translation>
    </message>
    <message>
        <source>Saved with another catalogue.</source>
        <translation>保存时使用的是另一份目录。</translation>
    </message>
    <message>
        <source>Saved with the catalogue of %1.</source>
        <translation>保存时使用的是 %1 的目录。</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ChangedFile</name>
    <message>
        <source>Save plan</source>
        <translation>保存方案</translation>
    </message>
    <message>
        <source>Another program saved “%1” at %2.</source>
        <comment>a file, a time</comment>
        <translation>另一个程序在 %2 保存了“%1”。</translation>
    </message>
    <message>
        <source>The plan here does not have what was saved there. Reload shows it and keeps your changes in a recovery copy. Overwrite loses it.</source>
        <translation>此处的方案不含那里保存的内容。“重新加载”会显示它，并把您的更改保留在恢复副本中。“覆盖”会丢失它。</translation>
    </message>
    <message>
        <source>The plan here does not have what was saved there. Reload shows it. Overwrite loses it.</source>
        <translation>此处的方案不含那里保存的内容。“重新加载”会显示它。“覆盖”会丢失它。</translation>
    </message>
    <message>
        <source>&amp;Reload</source>
        <translation>重新加载(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Keep both…</source>
        <translation>两者都保留(&amp;K)…</translation>
    </message>
    <message>
        <source>&amp;Overwrite</source>
        <translation>覆盖(&amp;O)</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ClusterDoubts</name>
    <message>
        <source>“%1” joins its GPUs at %2, faster than any link in the catalogue. Did you mean bits?</source>
        <translation>“%1”内 GPU 之间的连接为 %2，快于目录中的所有链路。单位是否应为比特？</translation>
    </message>
    <message>
        <source>The link between “%1” and “%2” has %3, more than any network in the catalogue. Did you mean bits?</source>
        <translation>“%1”与“%2”之间的链路为 %3，高于目录中的所有网络。单位是否应为比特？</translation>
    </message>
    <message>
        <source>The network of “%1” has %2 per node, more than any in the catalogue. Did you mean bits?</source>
        <translation>“%1”的网络为每节点 %2，高于目录中的所有网络。单位是否应为比特？</translation>
    </message>
    <message>
        <source>⚠ %1 [%2]</source>
        <comment>a doubt and its code</comment>
        <translation>⚠ %1 [%2]</translation>
    </message>
    <message>
        <source>Set %1</source>
        <translation>设为 %1</translation>
    </message>
    <message numerus="yes">
        <source>And %n more.</source>
        <translation>
            <numerusform>另有 %n 项。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2, far beyond anything known (%3 at most). Is that meant?</source>
        <translation>%1：%2，远超已知范围（至多 %3）。确实如此吗？</translation>
    </message>
    <message>
        <source>Sequences of %1 tokens are longer than the %2 positions that the model states. Positions beyond count as extended, at no cost.</source>
        <translation>%1 个词元的序列长于模型声明的 %2 个位置。超出的位置按扩展位置计算，不计成本。</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ClusterScene</name>
    <message>
        <source>≈ %1</source>
        <comment>assumed value</comment>
        <translation>≈ %1</translation>
    </message>
    <message>
        <source>%1 – %2: %3 per node, assumed: the smaller of the nodes&apos; networks</source>
        <translation>%1 – %2：每节点 %3，假定值：取两侧节点网络中较小者</translation>
    </message>
    <message>
        <source>%1 – %2: %3 per node of the slower side</source>
        <translation>%1 – %2：较慢一侧每节点 %3</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message numerus="yes">
        <source>Move %n objects</source>
        <translation>
            <numerusform>移动 %n 个对象</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>power of a rack</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1/h</source>
        <comment>price of a rack</comment>
        <translation>%1/小时</translation>
    </message>
    <message numerus="yes">
        <source>Rack %1: %n GPU(s), %2, %3</source>
        <translation>
            <numerusform>机架 %1：%n 块 GPU，%2，%3</numerusform>
        </translation>
    </message>
    <message>
        <source>; above the power limit of the rack</source>
        <translation>；超过机架的供电能力</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ClusterThumb</name>
    <message>
        <source>%1 %2</source>
        <comment>GPUs of a node and their type</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Cluster: %1</source>
        <translation>集群：%1</translation>
    </message>
    <message>
        <source>no hardware</source>
        <translation>无硬件</translation>
    </message>
    <message>
        <source>+ %1</source>
        <comment>further nodes</comment>
        <translation>+ %1</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ClusterView</name>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>Open a sample</source>
        <translation>打开示例</translation>
    </message>
    <message>
        <source>Fills the empty plan with a sample cluster and model</source>
        <translation>用示例集群和模型填充空方案</translation>
    </message>
    <message>
        <source>The catalogue does not know “%1” well enough for a plan</source>
        <translation>目录对“%1”的了解不足以制定方案</translation>
    </message>
    <message>
        <source>Change node counts</source>
        <translation>更改节点数</translation>
    </message>
    <message>
        <source>No hardware yet.</source>
        <translation>尚无硬件。</translation>
    </message>
    <message>
        <source>Drag a node from Hardware, press Enter on one, or</source>
        <translation>从“硬件”面板拖入一个节点，在其上按 Enter，或</translation>
    </message>
    <message>
        <source>Rename pool</source>
        <translation>重命名资源池</translation>
    </message>
    <message>
        <source>Name:</source>
        <translation>名称：</translation>
    </message>
    <message>
        <source>There is a pool “%1” already</source>
        <translation>已有名为“%1”的资源池</translation>
    </message>
    <message>
        <source>Number of nodes</source>
        <translation>节点数</translation>
    </message>
    <message>
        <source>Nodes:</source>
        <translation>节点：</translation>
    </message>
    <message>
        <source>Price of %1</source>
        <translation>%1 的价格</translation>
    </message>
    <message>
        <source>Price:</source>
        <translation>价格：</translation>
    </message>
    <message>
        <source>Kept in this plan and shown as your own price.</source>
        <translation>保存在此方案中，并标示为您自己的价格。</translation>
    </message>
    <message>
        <source>Use catalogue price</source>
        <translation>使用目录价格</translation>
    </message>
    <message>
        <source>Network of %1</source>
        <translation>%1 的网络</translation>
    </message>
    <message>
        <source>Network of a node:</source>
        <translation>单节点网络：</translation>
    </message>
    <message>
        <source>Gb/s</source>
        <translation>Gb/s</translation>
    </message>
    <message>
        <source>All network cards of one node together, one direction.</source>
        <translation>一个节点的所有网卡合计，单向。</translation>
    </message>
    <message>
        <source>Use catalogue value</source>
        <translation>使用目录值</translation>
    </message>
    <message>
        <source>Link between %1 and %2</source>
        <translation>%1 与 %2 之间的链路</translation>
    </message>
    <message>
        <source>Bandwidth:</source>
        <translation>带宽：</translation>
    </message>
    <message>
        <source>Per node of the slower side, one direction.</source>
        <translation>较慢一侧的每节点带宽，单向。</translation>
    </message>
    <message>
        <source>Number of nodes…</source>
        <translation>节点数…</translation>
    </message>
    <message>
        <source>Price override…</source>
        <translation>自定价格…</translation>
    </message>
    <message>
        <source>Network…</source>
        <translation>网络…</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Bandwidth…</source>
        <translation>带宽…</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>剪切</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>创建副本</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Fit all</source>
        <translation>全部适合</translation>
    </message>
    <message>
        <source>note: %1</source>
        <translation>便签：%1</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n objects</source>
        <translation>
            <numerusform>删除 %n 个对象</numerusform>
        </translation>
    </message>
    <message>
        <source>Change note</source>
        <translation>更改便签</translation>
    </message>
    <message>
        <source>New note</source>
        <translation>新建便签</translation>
    </message>
    <message>
        <source>Text:</source>
        <translation>文本：</translation>
    </message>
    <message>
        <source>Change GPU type</source>
        <translation>更换 GPU 类型</translation>
    </message>
    <message>
        <source>GPU type:</source>
        <translation>GPU 类型：</translation>
    </message>
    <message>
        <source>Change GPUs to %1</source>
        <translation>将 GPU 换为 %1</translation>
    </message>
    <message>
        <source>Excluded from the search, which may now leave other GPUs unused, too.</source>
        <translation>已不参与搜索。现在搜索也可以不用其他 GPU。</translation>
    </message>
    <message>
        <source>Included in the search again.</source>
        <translation>已重新参与搜索。</translation>
    </message>
    <message>
        <source>Select two tiles or more first</source>
        <translation>请先选择两个或更多图块</translation>
    </message>
    <message>
        <source>Include in search</source>
        <translation>重新参与搜索</translation>
    </message>
    <message>
        <source>Exclude from search</source>
        <translation>不参与搜索</translation>
    </message>
    <message>
        <source>Change note…</source>
        <translation>更改便签…</translation>
    </message>
    <message>
        <source>Duplicate n times…</source>
        <translation>创建 n 份副本…</translation>
    </message>
    <message>
        <source>Arrange</source>
        <translation>排列</translation>
    </message>
    <message>
        <source>Left edges</source>
        <translation>左边缘</translation>
    </message>
    <message>
        <source>Centres</source>
        <translation>水平居中</translation>
    </message>
    <message>
        <source>Right edges</source>
        <translation>右边缘</translation>
    </message>
    <message>
        <source>Top edges</source>
        <translation>上边缘</translation>
    </message>
    <message>
        <source>Middles</source>
        <translation>垂直居中</translation>
    </message>
    <message>
        <source>Bottom edges</source>
        <translation>下边缘</translation>
    </message>
    <message>
        <source>Distribute horizontally</source>
        <translation>水平等距</translation>
    </message>
    <message>
        <source>Distribute vertically</source>
        <translation>垂直等距</translation>
    </message>
    <message>
        <source>New note…</source>
        <translation>新建便签…</translation>
    </message>
    <message>
        <source>%1, rack %2</source>
        <translation>%1，机架 %2</translation>
    </message>
    <message>
        <source>Select the pools that stand in one rack first</source>
        <translation>请先选择要放在同一机架的资源池</translation>
    </message>
    <message>
        <source>Select a rack, or pools that stand in one, first</source>
        <translation>请先选择一个机架，或位于机架中的资源池</translation>
    </message>
    <message>
        <source>Rename rack</source>
        <translation>重命名机架</translation>
    </message>
    <message>
        <source>There is a rack “%1” already</source>
        <translation>已有名为“%1”的机架</translation>
    </message>
    <message>
        <source>Power of rack %1</source>
        <translation>机架 %1 的供电</translation>
    </message>
    <message>
        <source>Power limit:</source>
        <translation>供电能力：</translation>
    </message>
    <message>
        <source>kW</source>
        <translation>kW</translation>
    </message>
    <message>
        <source>A rack that draws more is marked; the search does not look at racks.</source>
        <translation>超出供电的机架会被标记；搜索不考虑机架。</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>Power of the rack…</source>
        <translation>机架供电…</translation>
    </message>
    <message>
        <source>Group into a rack</source>
        <translation>编入机架</translation>
    </message>
    <message>
        <source>Ungroup</source>
        <translation>解散机架</translation>
    </message>
    <message>
        <source>Select the pools that this network joins first</source>
        <translation>请先选择此网络连接的节点组</translation>
    </message>
    <message>
        <source>Select the pools that stand in this rack first</source>
        <translation>请先选择放入此机架的节点组</translation>
    </message>
    <message numerus="yes">
        <source>Set network of %n pools</source>
        <translation>
            <numerusform>设置 %n 个节点组的网络</numerusform>
        </translation>
    </message>
    <message>
        <source>Select a tile of several nodes first</source>
        <translation>请先选择含多个节点的图块</translation>
    </message>
    <message>
        <source>More than %1 tiles at once would hide the cluster</source>
        <translation>一次超过 %1 个图块会遮住集群</translation>
    </message>
    <message numerus="yes">
        <source>Expand to %n tiles</source>
        <translation>
            <numerusform>展开为 %n 个图块</numerusform>
        </translation>
    </message>
    <message>
        <source>Select tiles of identical nodes first</source>
        <translation>请先选择相同节点的图块</translation>
    </message>
    <message>
        <source>Collapse identical nodes</source>
        <translation>合并相同节点</translation>
    </message>
    <message>
        <source>Go to node</source>
        <translation>转到节点</translation>
    </message>
    <message>
        <source>Expand into single nodes</source>
        <translation>展开为单个节点</translation>
    </message>
    <message>
        <source>Nothing on the canvas accepts this</source>
        <translation>画布上没有可放置的目标</translation>
    </message>
    <message>
        <source>%1 — arrows choose, Enter drops, Esc puts back</source>
        <comment>what a drop does</comment>
        <translation>%1 — 方向键选择，Enter 放下，Esc 放回</translation>
    </message>
    <message>
        <source>Put back</source>
        <translation>已放回</translation>
    </message>
    <message>
        <source>Select the pools whose strategies are wanted first</source>
        <translation>请先选择要查看其策略的资源池</translation>
    </message>
    <message>
        <source>Select one pool first</source>
        <translation>请先选择一个资源池</translation>
    </message>
    <message>
        <source>Properties of %1</source>
        <translation>%1 的属性</translation>
    </message>
    <message>
        <source>Show in results</source>
        <translation>在结果中显示</translation>
    </message>
    <message>
        <source>Properties…</source>
        <translation>属性…</translation>
    </message>
    <message>
        <source>The power of this GPU type is not known, so it can&apos;t be limited</source>
        <translation>此 GPU 类型的功率未知，因此无法设上限</translation>
    </message>
    <message>
        <source>Power limit of %1</source>
        <translation>%1 的功率上限</translation>
    </message>
    <message>
        <source>Each GPU at most:</source>
        <translation>每块 GPU 最多：</translation>
    </message>
    <message>
        <source>W</source>
        <translation>W</translation>
    </message>
    <message>
        <source>Rated for %1. Below that it runs at a lower clock: its matrix rate falls with the 0.4th power of the limit, which is assumed.</source>
        <translation>额定 %1。低于此值时以更低的频率运行：矩阵运算速率按上限的 0.4 次方下降，此为假定。</translation>
    </message>
    <message>
        <source>Select the pools on such a network first</source>
        <translation>请先选择接入此类网络的资源池</translation>
    </message>
    <message>
        <source>GPU power limit…</source>
        <translation>GPU 功率上限…</translation>
    </message>
    <message>
        <source>In-network reduction (SHARP)</source>
        <translation>交换机内求和梯度</translation>
    </message>
    <message>
        <source>With its share of the node. Kept in this plan and shown as your own price.</source>
        <translation>含节点的分摊部分。保存在此方案中，并标示为您自己的价格。</translation>
    </message>
    <message>
        <source>Select pools, racks or notes first</source>
        <translation>请先选择资源池、机架或便签</translation>
    </message>
    <message>
        <source>The clipboard holds nothing that belongs on the cluster</source>
        <translation>剪贴板中没有可放入集群的内容</translation>
    </message>
    <message numerus="yes">
        <source>Cut %n objects</source>
        <translation>
            <numerusform>剪切 %n 个对象</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2 of %3</source>
        <comment>an object and its place among those of the canvas</comment>
        <translation>%1，第 %2 个，共 %3 个</translation>
    </message>
    <message>
        <source>Host memory of %1</source>
        <translation>%1 的主机内存</translation>
    </message>
    <message>
        <source>Memory of a node:</source>
        <translation>每个节点的内存：</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>Offloaded optimizer state and activations have to fit there: each GPU has its share, and a tenth is left for the system.</source>
        <translation>移出 GPU 的优化器状态与激活必须放得下：每块 GPU 有其份额，十分之一留给系统。</translation>
    </message>
    <message>
        <source>Host memory…</source>
        <translation>主机内存…</translation>
    </message>
    <message>
        <source>link %1</source>
        <translation>链路 %1</translation>
    </message>
    <message>
        <source>Pools of nodes and the links between them. Tab goes from one to the next.</source>
        <translation>由节点组成的资源池及其间的链路。按 Tab 依次切换。</translation>
    </message>
    <message numerus="yes">
        <source>Remove %n links</source>
        <translation>
            <numerusform>移除 %n 条链路</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deleted %n objects</source>
        <translation>
            <numerusform>已删除 %n 个对象</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deleted %n nodes</source>
        <translation>
            <numerusform>已删除 %n 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pools</source>
        <translation>
            <numerusform>%n 个资源池</numerusform>
        </translation>
    </message>
    <message>
        <source>Nodes of each pool:</source>
        <translation>每个资源池的节点数：</translation>
    </message>
    <message>
        <source>Set price of %1</source>
        <translation>设置 %1 的价格</translation>
    </message>
    <message>
        <source>Set network of %1</source>
        <translation>设置 %1 的网络</translation>
    </message>
    <message>
        <source>Nothing is called “%1”</source>
        <translation>没有名为“%1”的项</translation>
    </message>
    <message>
        <source>Name of a pool or a rack:</source>
        <translation>资源池或机架的名称：</translation>
    </message>
    <message>
        <source>Other GPU type…</source>
        <translation>其他 GPU 类型…</translation>
    </message>
    <message>
        <source>Bandwidth between them…</source>
        <translation>两者之间的带宽…</translation>
    </message>
    <message>
        <source>%1 per GPU hour</source>
        <comment>code of a currency</comment>
        <translation>%1/GPU 小时</translation>
    </message>
    <message>
        <source>%1 to buy a GPU</source>
        <comment>code of a currency</comment>
        <translation>%1/GPU（购置）</translation>
    </message>
    <message>
        <source>Price of the network of %1</source>
        <translation>%1 的网络价格</translation>
    </message>
    <message>
        <source>Price of the network:</source>
        <translation>网络价格：</translation>
    </message>
    <message>
        <source>%1 a node</source>
        <comment>code of a currency</comment>
        <translation>%1/节点</translation>
    </message>
    <message>
        <source>A node&apos;s share of network cards, cables and switches, beyond the node&apos;s own price. It counts where GPUs are bought; without it networks have no price.</source>
        <translation>网卡、线缆与交换机按节点的分摊部分，不含在节点自身的价格内。购买 GPU 时计入；不填则网络没有价格。</translation>
    </message>
    <message>
        <source>No price</source>
        <translation>无价格</translation>
    </message>
    <message>
        <source>Set network price of %1</source>
        <translation>设置 %1 的网络价格</translation>
    </message>
    <message>
        <source>No network price for %1</source>
        <translation>取消 %1 的网络价格</translation>
    </message>
    <message>
        <source>Slots of rack %1</source>
        <translation>机架 %1 的槽位</translation>
    </message>
    <message>
        <source>Nodes that fit:</source>
        <translation>可容纳的节点数：</translation>
    </message>
    <message>
        <source>A rack that holds more is marked; the search does not look at racks.</source>
        <translation>节点多于可容纳数的机架会被标记；搜索不考虑机架。</translation>
    </message>
    <message>
        <source>Not stated</source>
        <translation>未给出</translation>
    </message>
    <message>
        <source>Price of the network…</source>
        <translation>网络价格…</translation>
    </message>
    <message>
        <source>Slots of the rack…</source>
        <translation>机架槽位…</translation>
    </message>
    <message>
        <source>A price is above zero: nothing was changed</source>
        <translation>价格须大于零：未作任何更改</translation>
    </message>
    <message>
        <source>%1 (rack)</source>
        <comment>a name that a pool has, too</comment>
        <translation>%1（机架）</translation>
    </message>
    <message>
        <source>they differ</source>
        <translation>各不相同</translation>
    </message>
    <message>
        <source>no price</source>
        <translation>无价格</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>not stated</source>
        <translation>未说明</translation>
    </message>
    <message>
        <source>Pay for single GPUs</source>
        <translation>按单个 GPU 付费</translation>
    </message>
    <message>
        <source>Select the pools that are paid by single GPUs first</source>
        <translation>请先选择按单个 GPU 付费的资源池</translation>
    </message>
    <message>
        <source>Provider and region…</source>
        <translation>提供商与地区…</translation>
    </message>
    <message>
        <source>Unit of purchase…</source>
        <translation>购买单位…</translation>
    </message>
    <message>
        <source>Power of a node…</source>
        <translation>节点功率…</translation>
    </message>
    <message>
        <source>Scenario without it</source>
        <translation>不含它的情景</translation>
    </message>
    <message>
        <source>Unit of purchase of %1</source>
        <translation>%1 的购买单位</translation>
    </message>
    <message>
        <source>GPUs paid for at once:</source>
        <translation>一次付费的 GPU 数：</translation>
    </message>
    <message numerus="yes">
        <source>What is rented or bought at once; GPUs of it that a strategy leaves idle are paid too. A node has %n GPUs. Less is a part of one, such as half a node or a tray, or 1 for single GPUs; more is several whole nodes, such as a rack.</source>
        <translation>
            <numerusform>一次租用或购买的数量；策略未用到的其中 GPU 也须付费。一个节点有 %n 块 GPU。较小的数是节点的一部分，例如半个节点或一个托盘，或 1 即单块 GPU；较大的数是若干整节点，例如一个机架。</numerusform>
        </translation>
    </message>
    <message>
        <source>Whole nodes</source>
        <translation>整节点</translation>
    </message>
    <message>
        <source>%1 GPUs are no part of a node of %2 GPUs and no number of whole nodes that divides the %3 of this pool: nothing was changed</source>
        <translation>%1 块 GPU 既不能等分 %2 块 GPU 的节点，也不是能等分此资源池 %3 个节点的整节点数：未作任何更改</translation>
    </message>
    <message>
        <source>Select the pools to do without first; others have to remain</source>
        <translation>请先选择要去掉的资源池；须留下其他资源池</translation>
    </message>
    <message>
        <source>Power of a node of %1</source>
        <translation>%1 的节点功率</translation>
    </message>
    <message>
        <source>A node at full load:</source>
        <translation>满载时的一个节点：</translation>
    </message>
    <message>
        <source>No figure of this machine is known: what stands here is an estimate from its GPUs. The whole machine, without switches and cooling.</source>
        <translation>此机器没有已知数值：此处为由其 GPU 得出的估计值。指整机，不含交换机与冷却。</translation>
    </message>
    <message>
        <source>The whole machine, without switches and cooling.</source>
        <translation>整机，不含交换机与冷却。</translation>
    </message>
    <message>
        <source>Use known value</source>
        <translation>使用已知值</translation>
    </message>
    <message numerus="yes">
        <source>Price of a node of %n GPUs:</source>
        <translation>
            <numerusform>%n 块 GPU 的节点的价格：</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Price of %n GPUs, which are bought at once:</source>
        <translation>
            <numerusform>一次购买的 %n 块 GPU 的价格：</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 for each GPU</source>
        <translation>每块 GPU %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 an hour for a node of %n GPUs</source>
        <translation>
            <numerusform>%n 块 GPU 的节点每小时 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>A pool has one node, or unit of purchase, at least; Delete removes it</source>
        <translation>一个池至少有一个节点或采购单位；按 Delete 可将其移除</translation>
    </message>
    <message numerus="yes">
        <source>%1 is had by %n nodes at once: %2 nodes are no whole number of that</source>
        <translation>
            <numerusform>%1 每次以 %n 个节点采购：%2 个节点不是其整数倍</numerusform>
        </translation>
    </message>
    <message>
        <source>A rack: %1 nodes</source>
        <translation>一个机架：%1 个节点</translation>
    </message>
    <message>
        <source>A node</source>
        <translation>一个节点</translation>
    </message>
    <message>
        <source>Half a node</source>
        <translation>半个节点</translation>
    </message>
    <message>
        <source>A single GPU</source>
        <translation>单个 GPU</translation>
    </message>
    <message numerus="yes">
        <source>Have %1 by the rack: %n nodes</source>
        <translation>
            <numerusform>按机架采购 %1：%n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>Load slow and failed GPUs…</source>
        <translation>载入慢速与故障 GPU…</translation>
    </message>
    <message>
        <source>Condition</source>
        <translation>状况</translation>
    </message>
    <message>
        <source>Slow…</source>
        <translation>慢速…</translation>
    </message>
    <message>
        <source>Failed…</source>
        <translation>故障…</translation>
    </message>
    <message>
        <source>Healthy again</source>
        <translation>恢复正常</translation>
    </message>
    <message>
        <source>All of them</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Spare nodes…</source>
        <translation>备用节点…</translation>
    </message>
    <message>
        <source>Nodes of a rack fail together…</source>
        <translation>同一机架的节点一起故障…</translation>
    </message>
    <message>
        <source>Nodes of a switch fail together…</source>
        <translation>同一交换机的节点一起故障…</translation>
    </message>
    <message>
        <source>All healthy again</source>
        <translation>全部恢复正常</translation>
    </message>
    <message>
        <source>Mark slow GPUs of %1</source>
        <translation>标记 %1 的慢速 GPU</translation>
    </message>
    <message>
        <source>Mark failed GPUs of %1</source>
        <translation>标记 %1 的故障 GPU</translation>
    </message>
    <message>
        <source>Mark GPUs of %1 healthy</source>
        <translation>将 %1 的 GPU 标记为正常</translation>
    </message>
    <message>
        <source>No GPU of the selection is slow or failed</source>
        <translation>所选范围内没有慢速或故障的 GPU</translation>
    </message>
    <message>
        <source>Mark all GPUs healthy</source>
        <translation>将所有 GPU 标记为正常</translation>
    </message>
    <message>
        <source>A pool of one node has none to spare</source>
        <translation>只有一个节点的资源池没有可留作备用的节点</translation>
    </message>
    <message>
        <source>Spare nodes of %1</source>
        <translation>%1 的备用节点</translation>
    </message>
    <message>
        <source>Nodes kept idle:</source>
        <translation>保持空闲的节点：</translation>
    </message>
    <message>
        <source>They are paid for and stand in for nodes that fail; no strategy uses them.</source>
        <translation>它们需要付费，用于顶替发生故障的节点；任何策略都不使用它们。</translation>
    </message>
    <message>
        <source>Set spare nodes of %1</source>
        <translation>设置 %1 的备用节点</translation>
    </message>
    <message>
        <source>Failure domain of %1</source>
        <translation>%1 的故障域</translation>
    </message>
    <message>
        <source>Nodes of a rack:</source>
        <translation>一个机架的节点数：</translation>
    </message>
    <message>
        <source>Nodes behind a switch:</source>
        <translation>一台交换机下的节点数：</translation>
    </message>
    <message>
        <source>They fail together when the rack or switch does; spare nodes have to stand in for all of them.</source>
        <translation>机架或交换机故障时，它们会一起故障；备用节点须能顶替其全部。</translation>
    </message>
    <message>
        <source>Nodes fail one by one</source>
        <translation>节点逐个发生故障</translation>
    </message>
    <message>
        <source>Set failure domain of %1</source>
        <translation>设置 %1 的故障域</translation>
    </message>
    <message>
        <source>Load slow and failed GPUs</source>
        <translation>载入慢速与故障 GPU</translation>
    </message>
    <message>
        <source>Tables (*.csv);;All files (*)</source>
        <translation>表格 (*.csv);;所有文件 (*)</translation>
    </message>
    <message>
        <source>The table marks nothing that is not marked already</source>
        <translation>该表没有标记任何尚未标记的 GPU</translation>
    </message>
    <message>
        <source>Mark slow and failed GPUs</source>
        <translation>标记慢速与故障 GPU</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::CommandSearch</name>
    <message>
        <source>Command search</source>
        <translation>命令搜索</translation>
    </message>
    <message>
        <source>What do you want to do?</source>
        <translation>想做什么？</translation>
    </message>
    <message>
        <source>Search commands</source>
        <translation>搜索命令</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Enter runs the chosen one. Escape closes.</source>
        <translation>按 Enter 执行所选项，按 Escape 关闭。</translation>
    </message>
    <message>
        <source>%1 — %2</source>
        <comment>command and where it stands</comment>
        <translation>%1 — %2</translation>
    </message>
    <message>
        <source>%1 — %2 (%3)</source>
        <comment>command, where it stands, its keys</comment>
        <translation>%1 — %2（%3）</translation>
    </message>
    <message>
        <source>Nothing matches “%1”.</source>
        <translation>没有与“%1”匹配的项。</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::CommandText</name>
    <message numerus="yes">
        <source>Move %n tiles</source>
        <translation>
            <numerusform>移动 %n 个图块</numerusform>
        </translation>
    </message>
    <message>
        <source>Add GPU type %1</source>
        <translation>添加 GPU 类型 %1</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>GPU name and memory</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <comment>GPUs of a node: count and type</comment>
        <translation>%1 × %2</translation>
    </message>
    <message numerus="yes">
        <source>Set %1 to %n nodes</source>
        <translation>
            <numerusform>将 %1 设为 %n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>Replace GPUs: %1 → %2</source>
        <translation>更换 GPU：%1 → %2</translation>
    </message>
    <message>
        <source>Set price of %1</source>
        <translation>设置 %1 的价格</translation>
    </message>
    <message>
        <source>Use catalogue price for %1</source>
        <translation>对 %1 使用目录价格</translation>
    </message>
    <message>
        <source>Set network of %1</source>
        <translation>设置 %1 的网络</translation>
    </message>
    <message>
        <source>Use catalogue network for %1</source>
        <translation>对 %1 使用目录网络</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <comment>nodes × node</comment>
        <translation>%1 × %2</translation>
    </message>
    <message numerus="yes">
        <source>%n pools</source>
        <translation>
            <numerusform>%n 个资源池</numerusform>
        </translation>
    </message>
    <message>
        <source>Add %1</source>
        <translation>添加 %1</translation>
    </message>
    <message>
        <source>Paste %1</source>
        <translation>粘贴 %1</translation>
    </message>
    <message>
        <source>Duplicate %1</source>
        <translation>创建 %1 的副本</translation>
    </message>
    <message numerus="yes">
        <source>Cut %n nodes</source>
        <translation>
            <numerusform>剪切 %n 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n nodes</source>
        <translation>
            <numerusform>删除 %n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>Rename %1 to %2</source>
        <translation>将 %1 重命名为 %2</translation>
    </message>
    <message>
        <source>Change job</source>
        <translation>更改任务</translation>
    </message>
    <message>
        <source>Set %1</source>
        <translation>设置%1</translation>
    </message>
    <message>
        <source>Set goal</source>
        <translation>设置目标</translation>
    </message>
    <message>
        <source>Set which GPUs may stay unused</source>
        <translation>设置哪些 GPU 可以不用</translation>
    </message>
    <message>
        <source>Set link between %1 and %2</source>
        <translation>设置 %1 与 %2 之间的链路</translation>
    </message>
    <message>
        <source>Remove link between %1 and %2</source>
        <translation>移除 %1 与 %2 之间的链路</translation>
    </message>
    <message>
        <source>Remove model</source>
        <translation>移除模型</translation>
    </message>
    <message>
        <source>Load model %1</source>
        <translation>载入模型 %1</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n nodes of %2</source>
        <translation>
            <numerusform>%1：%n 个 %2 节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Import %n prices</source>
        <translation>
            <numerusform>导入 %n 个价格</numerusform>
        </translation>
    </message>
    <message>
        <source>Add note</source>
        <translation>添加便签</translation>
    </message>
    <message>
        <source>Change note</source>
        <translation>更改便签</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n notes</source>
        <translation>
            <numerusform>删除 %n 张便签</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %n notes</source>
        <translation>
            <numerusform>移动 %n 张便签</numerusform>
        </translation>
    </message>
    <message>
        <source>Add my layout</source>
        <translation>添加我的布局</translation>
    </message>
    <message>
        <source>Remove my layout</source>
        <translation>移除我的布局</translation>
    </message>
    <message>
        <source>Change my layout</source>
        <translation>更改我的布局</translation>
    </message>
    <message>
        <source>Remove from the rack</source>
        <translation>移出机架</translation>
    </message>
    <message>
        <source>Put into rack %1</source>
        <translation>放入机架 %1</translation>
    </message>
    <message numerus="yes">
        <source>Dissolve %n racks</source>
        <translation>
            <numerusform>解散 %n 个机架</numerusform>
        </translation>
    </message>
    <message>
        <source>Set power of rack %1</source>
        <translation>设置机架 %1 的供电</translation>
    </message>
    <message>
        <source>Set power limit of %1</source>
        <translation>设置 %1 的功率上限</translation>
    </message>
    <message>
        <source>No power limit for %1</source>
        <translation>取消 %1 的功率上限</translation>
    </message>
    <message>
        <source>In-network reduction (SHARP)</source>
        <translation>交换机内求和梯度</translation>
    </message>
    <message>
        <source>No in-network reduction</source>
        <translation>交换机内不求和梯度</translation>
    </message>
    <message>
        <source>Rack %1: %2</source>
        <translation>机架 %1：%2</translation>
    </message>
    <message numerus="yes">
        <source>Duplicate %n objects</source>
        <translation>
            <numerusform>创建 %n 个对象的副本</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Paste %n objects</source>
        <translation>
            <numerusform>粘贴 %n 个对象</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Cut %n notes</source>
        <translation>
            <numerusform>剪切 %n 个便签</numerusform>
        </translation>
    </message>
    <message>
        <source>Use the published constants</source>
        <translation>使用已发布的常数</translation>
    </message>
    <message>
        <source>Use constants of my runs</source>
        <translation>使用我的运行的常数</translation>
    </message>
    <message>
        <source>Set host memory of %1</source>
        <translation>设置 %1 的主机内存</translation>
    </message>
    <message>
        <source>Use catalogue&apos;s host memory for %1</source>
        <translation>对 %1 使用目录中的主机内存</translation>
    </message>
    <message>
        <source>Duplicate scenario</source>
        <translation>复制情景</translation>
    </message>
    <message>
        <source>Remove scenario</source>
        <translation>移除情景</translation>
    </message>
    <message>
        <source>Rename scenario</source>
        <translation>重命名情景</translation>
    </message>
    <message>
        <source>Set baseline</source>
        <translation>设定基准</translation>
    </message>
    <message>
        <source>Import scenarios</source>
        <translation>导入情景</translation>
    </message>
    <message>
        <source>Keep what was tried</source>
        <translation>保留试改内容</translation>
    </message>
    <message>
        <source>Import hardware from %1</source>
        <translation>从 %1 导入硬件</translation>
    </message>
    <message>
        <source>Add node type %1</source>
        <translation>添加节点类型 %1</translation>
    </message>
    <message>
        <source>own price</source>
        <translation>自定价格</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>source and its date</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Read the bandwidth of %1 as bits</source>
        <translation>将 %1 的带宽按比特计</translation>
    </message>
    <message>
        <source>These types stay as this plan has them: %1.</source>
        <translation>这些类型保持本方案中的值：%1。</translation>
    </message>
    <message>
        <source>These GPUs keep the prices of this plan: %1.</source>
        <translation>这些 GPU 沿用本方案的价格：%1。</translation>
    </message>
    <message>
        <source>Set network price of %1</source>
        <translation>设置 %1 的网络价格</translation>
    </message>
    <message>
        <source>No network price for %1</source>
        <translation>取消 %1 的网络价格</translation>
    </message>
    <message>
        <source>Set slots of rack %1</source>
        <translation>设置机架 %1 的槽位</translation>
    </message>
    <message>
        <source>the published ones</source>
        <comment>constants</comment>
        <translation>已发布的常数</translation>
    </message>
    <message>
        <source>Pay for whole nodes of %1</source>
        <translation>%1 按整节点付费</translation>
    </message>
    <message>
        <source>Pay for single GPUs of %1</source>
        <translation>%1 按单个 GPU 付费</translation>
    </message>
    <message>
        <source>Pay for whole nodes</source>
        <translation>按整节点付费</translation>
    </message>
    <message>
        <source>Use today&apos;s catalogue</source>
        <translation>使用今天的目录</translation>
    </message>
    <message>
        <source>Set up the report</source>
        <translation>设置报告</translation>
    </message>
    <message>
        <source>Scenario without %1</source>
        <translation>不含 %1 的情景</translation>
    </message>
    <message>
        <source>Set power of a node of %1</source>
        <translation>设置 %1 的节点功率</translation>
    </message>
    <message>
        <source>Use known power of a node of %1</source>
        <translation>对 %1 使用已知的节点功率</translation>
    </message>
    <message>
        <source>Set provider and region of %1</source>
        <translation>设置 %1 的提供商与地区</translation>
    </message>
    <message numerus="yes">
        <source>Pay for %n GPUs of %1 at once</source>
        <translation>
            <numerusform>%1 每次为 %n 块 GPU 付费</numerusform>
        </translation>
    </message>
    <message>
        <source>Open a launch script</source>
        <translation>打开启动脚本</translation>
    </message>
    <message>
        <source>the model of %1</source>
        <translation>角色 %1 的模型</translation>
    </message>
    <message>
        <source>the models of roles</source>
        <translation>各角色的模型</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::CompareBars</name>
    <message>
        <source>%1 s</source>
        <comment>seconds</comment>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 GiB</source>
        <translation>%1 GiB</translation>
    </message>
    <message>
        <source>%1/h</source>
        <translation>%1/小时</translation>
    </message>
    <message>
        <source>limit %1</source>
        <translation>上限 %1</translation>
    </message>
    <message>
        <source>The options compared</source>
        <translation>情景比较</translation>
    </message>
    <message>
        <source>%1 %2/h</source>
        <comment>number, sign of a currency</comment>
        <translation>%1 %2/小时</translation>
    </message>
    <message>
        <source>%1 %</source>
        <comment>per cent</comment>
        <translation>%1 %</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::CompareFlow</name>
    <message>
        <source>Export the comparison</source>
        <translation>导出比较结果</translation>
    </message>
    <message>
        <source>The report has a section that compares the scenarios.</source>
        <translation>报告中有一节比较各情景。</translation>
    </message>
    <message>
        <source>The report does not compare the scenarios.</source>
        <translation>报告中不比较各情景。</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::CompareLegend</name>
    <message>
        <source>limit</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>Parts: %1</source>
        <translation>组成：%1</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::CompareWindow</name>
    <message>
        <source>&amp;Differences only</source>
        <translation>仅显示差异(&amp;D)</translation>
    </message>
    <message>
        <source>Scenarios side by side</source>
        <translation>情景并排</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Scenarios</source>
        <translation>情景</translation>
    </message>
    <message>
        <source>Which scenarios stand here, at most four</source>
        <translation>此处列出哪些情景，最多四个</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Export CSV…</source>
        <translation>导出 CSV…</translation>
    </message>
    <message>
        <source>Re&amp;move from report</source>
        <translation>从报告中移除(&amp;K)</translation>
    </message>
    <message>
        <source>Add to &amp;report</source>
        <translation>加入报告(&amp;R)</translation>
    </message>
    <message>
        <source>Copied the comparison</source>
        <translation>已复制比较结果</translation>
    </message>
    <message>
        <source>%1 · Compare</source>
        <translation>%1 · 比较</translation>
    </message>
    <message>
        <source>Models or batches differ</source>
        <translation>模型或批量不同</translation>
    </message>
    <message>
        <source>Model %1 · sequence %2 · batch %3</source>
        <translation>模型 %1 · 序列 %2 · 批量 %3</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n scenario(s) shown</source>
        <translation>
            <numerusform>显示 %n 个情景中的 %1 个</numerusform>
        </translation>
    </message>
    <message>
        <source>These scenarios do not differ.</source>
        <translation>这些情景没有差异。</translation>
    </message>
    <message>
        <source>This plan has one scenario. Duplicate it, change the copy, and both stand here side by side.</source>
        <translation>本方案只有一个情景。复制它并修改副本，两者便会在此并排显示。</translation>
    </message>
    <message>
        <source>D&amp;uplicate the scenario</source>
        <translation>复制该情景(&amp;U)</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>基准</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>what is done, with which scenario</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>重新搜索</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>better than the baseline</source>
        <translation>优于基准</translation>
    </message>
    <message>
        <source>worse than the baseline</source>
        <translation>劣于基准</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Make baseline</source>
        <translation>设为基准</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Export &amp;JSON…</source>
        <translation>导出 JSON…(&amp;J)</translation>
    </message>
    <message>
        <source>Copy the &amp;bars as a picture</source>
        <translation>将条形图复制为图片(&amp;B)</translation>
    </message>
    <message>
        <source>There are no bars: nothing was found yet</source>
        <translation>没有条形图：尚未得到任何结果</translation>
    </message>
    <message>
        <source>Copied the bars</source>
        <translation>已复制条形图</translation>
    </message>
    <message>
        <source>E&amp;xport the bars…</source>
        <translation>导出条形图…(&amp;X)</translation>
    </message>
    <message>
        <source>&amp;Save as a step of the presentation</source>
        <translation>保存为演示的一个步骤(&amp;S)</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <comment>a quantity, a scenario, its value</comment>
        <translation>%1，%2：%3</translation>
    </message>
    <message>
        <source>%1, %2, change: %3</source>
        <comment>a quantity, a scenario</comment>
        <translation>%1，%2，变化：%3</translation>
    </message>
    <message>
        <source>Stale: the scenario has changed since this was computed.</source>
        <translation>已过期：此结果计算之后，情景有变化。</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between letters of scenarios</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>not synthesised yet for %1</source>
        <comment>letters</comment>
        <translation>%1 尚未合成</translation>
    </message>
    <message>
        <source>stale for %1</source>
        <comment>letters</comment>
        <translation>%1 已过期</translation>
    </message>
    <message>
        <source>being synthesised for %1</source>
        <comment>letters</comment>
        <translation>%1 正在合成</translation>
    </message>
    <message>
        <source>Distributed programs: %1.</source>
        <comment>what is missing</comment>
        <translation>分布式程序：%1。</translation>
    </message>
    <message>
        <source>S&amp;ynthesise them</source>
        <translation>合成它们(&amp;Y)</translation>
    </message>
    <message>
        <source>Synthesise the distributed programs that are missing or stale</source>
        <translation>合成缺少或已过期的分布式程序</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>停止(&amp;T)</translation>
    </message>
    <message>
        <source>Stop the synthesis of distributed programs</source>
        <translation>停止合成分布式程序</translation>
    </message>
    <message>
        <source>Export the comparison</source>
        <translation>导出比较结果</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Models or what is asked of them differ</source>
        <translation>模型或对其的要求不同</translation>
    </message>
    <message>
        <source>Model %1 · %2</source>
        <comment>model, traffic or dataflow</comment>
        <translation>模型 %1 · %2</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::Comparison</name>
    <message>
        <source>hardware or prices</source>
        <translation>硬件或价格</translation>
    </message>
    <message>
        <source>own types</source>
        <translation>自定义型号</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>job</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>goal</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>constants</source>
        <translation>常数</translation>
    </message>
    <message>
        <source>stale: changed %1</source>
        <comment>hardware or prices, job</comment>
        <translation>已过期：%1有变化</translation>
    </message>
    <message>
        <source>budget %1</source>
        <translation>预算 %1</translation>
    </message>
    <message>
        <source>at most %1</source>
        <comment>$212/h</comment>
        <translation>至多 %1</translation>
    </message>
    <message>
        <source>at most %1</source>
        <comment>$1.5 M/1T tokens</comment>
        <translation>至多 %1</translation>
    </message>
    <message>
        <source>deadline %1</source>
        <translation>期限 %1</translation>
    </message>
    <message>
        <source>power %1</source>
        <translation>功率 %1</translation>
    </message>
    <message>
        <source>none</source>
        <comment>no limits</comment>
        <translation>无</translation>
    </message>
    <message>
        <source>%1 · %2 %3</source>
        <comment>44.9 % · 91 % H100</comment>
        <translation>%1 · %2 %3</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Sequence · batch</source>
        <translation>序列 · 批量</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>tokens and sequences</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Hardware</source>
        <translation>硬件</translation>
    </message>
    <message>
        <source>Goal</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>限制</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>Time for the job</source>
        <translation>任务用时</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>GPUs used</source>
        <translation>所用 GPU</translation>
    </message>
    <message>
        <source>MFU · memory, % of limit</source>
        <translation>MFU · 峰值显存</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Machines to buy</source>
        <translation>购买机器</translation>
    </message>
    <message>
        <source>Cost per hour</source>
        <translation>每小时费用</translation>
    </message>
    <message>
        <source>%1/h</source>
        <translation>%1/小时</translation>
    </message>
    <message>
        <source>Cost of the job</source>
        <translation>任务费用</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功率</translation>
    </message>
    <message>
        <source>seconds, one axis</source>
        <translation>秒，同一坐标轴</translation>
    </message>
    <message>
        <source>GiB, one axis</source>
        <translation>GiB，同一坐标轴</translation>
    </message>
    <message>
        <source>no price</source>
        <translation>无价格</translation>
    </message>
    <message>
        <source>searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>not searched yet</source>
        <translation>尚未搜索</translation>
    </message>
    <message>
        <source>no strategy fits</source>
        <translation>没有可行的策略</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Best result</source>
        <translation>最佳结果</translation>
    </message>
    <message>
        <source>Purchase and running</source>
        <translation>购买与运行</translation>
    </message>
    <message>
        <source>Time per step</source>
        <translation>每步时间</translation>
    </message>
    <message>
        <source>Memory per GPU, fullest stage of each type</source>
        <translation>每 GPU 显存（各型号占用最多的阶段）</translation>
    </message>
    <message>
        <source>Money per hour</source>
        <translation>每小时费用构成</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>基准</translation>
    </message>
    <message>
        <source>same</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>memory of its limit</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>情景</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>%1 (baseline)</source>
        <translation>%1（基准）</translation>
    </message>
    <message>
        <source>The options compared</source>
        <translation>情景比较</translation>
    </message>
    <message>
        <source>The baseline is not among them.</source>
        <translation>基准不在其中。</translation>
    </message>
    <message>
        <source>Changes are to %1.</source>
        <translation>变化相对于 %1。</translation>
    </message>
    <message>
        <source>The result of %1 is stale: its inputs changed since.</source>
        <translation>%1 的结果已过期：其输入此后有变化。</translation>
    </message>
    <message>
        <source>Where time, memory and money of each option go, on one axis each.</source>
        <translation>各情景的时间、显存与费用构成，各用同一坐标轴。</translation>
    </message>
    <message>
        <source>The options side by side.</source>
        <translation>各情景并列。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>a change in its unit and as a share</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>exactly all</source>
        <translation>恰好全部</translation>
    </message>
    <message>
        <source>at most %1 in all</source>
        <translation>合计至多 %1</translation>
    </message>
    <message>
        <source>none of %1</source>
        <translation>不使用 %1</translation>
    </message>
    <message>
        <source>at most %1 of %2</source>
        <comment>GPUs, pool</comment>
        <translation>%2 至多 %1</translation>
    </message>
    <message>
        <source>as many as the search finds best</source>
        <translation>按最佳数量</translation>
    </message>
    <message>
        <source>%1 %2 (own price)</source>
        <comment>pool, price</comment>
        <translation>%1 %2（自定价格）</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>pool, price</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 to %2 %3</source>
        <comment>pool, pool, bandwidth</comment>
        <translation>%1 至 %2 %3</translation>
    </message>
    <message>
        <source>none</source>
        <comment>no settings</comment>
        <translation>无</translation>
    </message>
    <message>
        <source>as assumed</source>
        <translation>取假定值</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>%1 (another file)</source>
        <translation>%1（另一个文件）</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Precision · optimizer</source>
        <translation>精度 · 优化器</translation>
    </message>
    <message>
        <source>Links between pools</source>
        <translation>资源池间链路</translation>
    </message>
    <message>
        <source>GPUs to use</source>
        <translation>要使用的 GPU</translation>
    </message>
    <message>
        <source>Memory headroom</source>
        <translation>留空的显存</translation>
    </message>
    <message>
        <source>Cost basis</source>
        <translation>费用口径</translation>
    </message>
    <message>
        <source>Commitment</source>
        <translation>承诺期</translation>
    </message>
    <message>
        <source>Service life</source>
        <translation>使用年限</translation>
    </message>
    <message>
        <source>Fixed and allowed settings</source>
        <translation>固定及允许的设置</translation>
    </message>
    <message>
        <source>Own rules</source>
        <translation>自定义规则</translation>
    </message>
    <message>
        <source>none</source>
        <comment>no rules</comment>
        <translation>无</translation>
    </message>
    <message>
        <source>Other settings</source>
        <translation>其他设置</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>a value and its change</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Machines and priced networks to buy</source>
        <translation>购买机器与有价格的网络</translation>
    </message>
    <message>
        <source>%1 per hour, one axis</source>
        <comment>sign of a currency</comment>
        <translation>%1/小时，同一坐标轴</translation>
    </message>
    <message>
        <source>%1 %2 a node</source>
        <comment>pool, price</comment>
        <translation>%1 每节点 %2</translation>
    </message>
    <message>
        <source>%1 a kW and month</source>
        <translation>每 kW 每月 %1</translation>
    </message>
    <message>
        <source>Price of the networks</source>
        <translation>网络价格</translation>
    </message>
    <message>
        <source>Hosting</source>
        <translation>托管</translation>
    </message>
    <message>
        <source>Distributed program</source>
        <translation>分布式程序</translation>
    </message>
    <message>
        <source>Time per step of the distributed program</source>
        <translation>分布式程序的每步时间</translation>
    </message>
    <message>
        <source>Memory per GPU of the distributed program, fullest of each type</source>
        <translation>分布式程序的单 GPU 显存，每种类型中占用最多者</translation>
    </message>
    <message>
        <source>Work of the distributed program on one GPU of each type</source>
        <translation>分布式程序在每种类型一块 GPU 上的工作量</translation>
    </message>
    <message>
        <source>another graph: not compared</source>
        <translation>计算图不同：不作比较</translation>
    </message>
    <message numerus="yes">
        <source>pipeline of %n stage(s), each a program</source>
        <translation>
            <numerusform>%n 个阶段的流水线，每个阶段一个程序</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>one program of %n GPU(s)</source>
        <translation>
            <numerusform>%n 块 GPU 的一个程序</numerusform>
        </translation>
    </message>
    <message>
        <source>stopped early</source>
        <translation>提前停止</translation>
    </message>
    <message>
        <source>not ranked: %1</source>
        <translation>未列入排名：%1</translation>
    </message>
    <message>
        <source>none: all GPUs are equally fast</source>
        <translation>无：所有 GPU 速度相同</translation>
    </message>
    <message>
        <source>stopped before one was found that fits</source>
        <translation>在找到放得下的程序之前已停止</translation>
    </message>
    <message>
        <source>none fits: %1 lacks %2 of memory</source>
        <comment>device, size</comment>
        <translation>均放不下：%1 缺少 %2 显存</translation>
    </message>
    <message>
        <source>none: no program keeps the limits</source>
        <translation>无：没有程序满足限制</translation>
    </message>
    <message>
        <source>not synthesised yet</source>
        <translation>尚未合成</translation>
    </message>
    <message>
        <source>synthesising…</source>
        <translation>正在合成…</translation>
    </message>
    <message>
        <source>%1 %2 × %3</source>
        <comment>pool, devices, share of each</comment>
        <translation>%1 %2 × %3</translation>
    </message>
    <message>
        <source>stage %1: %2</source>
        <translation>阶段 %1：%2</translation>
    </message>
    <message>
        <source>stages %1 to %2: %3</source>
        <translation>阶段 %1 至 %2：%3</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <comment>a collective, how often, of how many bytes</comment>
        <translation>%1：%2，%3</translation>
    </message>
    <message>
        <source>none</source>
        <comment>no collectives</comment>
        <translation>无</translation>
    </message>
    <message>
        <source>gap %1</source>
        <translation>差距 %1</translation>
    </message>
    <message>
        <source>proven</source>
        <translation>已证明</translation>
    </message>
    <message>
        <source>proven, %1 by rounding</source>
        <comment>0.4 %</comment>
        <translation>已证明，取整差 %1</translation>
    </message>
    <message>
        <source>%1 of these stages</source>
        <comment>gap 5.2 %</comment>
        <translation>%1（就这些阶段而言）</translation>
    </message>
    <message>
        <source>%1 of %2 on %3, %4</source>
        <comment>memory, limit, GPU, share</comment>
        <translation>%3 上 %2 中的 %1，%4</translation>
    </message>
    <message>
        <source>%1 points</source>
        <comment>of per cent</comment>
        <translation>%1 个百分点</translation>
    </message>
    <message>
        <source>share of a GPU</source>
        <translation>一块 GPU 的份额</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>计算图</translation>
    </message>
    <message>
        <source>%1 · %2 × %3 tokens · %4</source>
        <comment>model, sequences, their length, precision</comment>
        <translation>%1 · %2 × %3 个词元 · %4</translation>
    </message>
    <message>
        <source>another graph than that of %1: their numbers are not compared</source>
        <translation>与 %1 的计算图不同：其数字不作比较</translation>
    </message>
    <message>
        <source>Proof</source>
        <translation>证明</translation>
    </message>
    <message>
        <source>Shares of the devices</source>
        <translation>各设备的份额</translation>
    </message>
    <message>
        <source>Peak of memory</source>
        <translation>显存峰值</translation>
    </message>
    <message>
        <source>Collectives a step</source>
        <translation>每步的集合通信</translation>
    </message>
    <message>
        <source>Tensors moved</source>
        <translation>所传输的张量</translation>
    </message>
    <message>
        <source>Collectives by kind</source>
        <translation>按种类的集合通信</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Exposed communication</source>
        <translation>未被掩盖的通信</translation>
    </message>
    <message>
        <source>% of the work, one axis</source>
        <translation>工作量的百分比，同一坐标轴</translation>
    </message>
    <message>
        <source>The distributed program of %1 is stale: its inputs changed since.</source>
        <translation>%1 的分布式程序已过期：其输入此后有变化。</translation>
    </message>
    <message>
        <source>Time without failures</source>
        <translation>不计故障的时间</translation>
    </message>
    <message>
        <source>Cost without failures</source>
        <translation>不计故障的费用</translation>
    </message>
    <message>
        <source>Energy of the job</source>
        <translation>任务的能耗</translation>
    </message>
    <message>
        <source>purchase %1</source>
        <translation>购置 %1</translation>
    </message>
    <message>
        <source>at most %1</source>
        <comment>$150 k a month</comment>
        <translation>至多 %1</translation>
    </message>
    <message>
        <source>ownership %1</source>
        <translation>拥有成本 %1</translation>
    </message>
    <message>
        <source>done by %1</source>
        <translation>%1 前完成</translation>
    </message>
    <message>
        <source>Place by the goal</source>
        <translation>按目标的名次</translation>
    </message>
    <message>
        <source>Chance to be the best</source>
        <translation>成为最佳的概率</translation>
    </message>
    <message>
        <source>Carbon of the job</source>
        <translation>任务的碳排放</translation>
    </message>
    <message>
        <source>%1 a GPU and hour</source>
        <comment>price</comment>
        <translation>%1/GPU 小时</translation>
    </message>
    <message>
        <source>%1 a node</source>
        <comment>price</comment>
        <translation>%1/节点</translation>
    </message>
    <message>
        <source>%1 years</source>
        <translation>%1 年</translation>
    </message>
    <message>
        <source>Prices</source>
        <translation>价格</translation>
    </message>
    <message>
        <source>≈ %1</source>
        <comment>an estimate</comment>
        <translation>≈ %1</translation>
    </message>
    <message>
        <source>Runs on</source>
        <translation>可运行于</translation>
    </message>
    <message>
        <source>Rests on</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>Fine-tuning</source>
        <translation>微调</translation>
    </message>
    <message>
        <source>Serving</source>
        <translation>服务</translation>
    </message>
    <message>
        <source>Deployment</source>
        <translation>部署</translation>
    </message>
    <message>
        <source>Deployments: %1.</source>
        <comment>what is missing</comment>
        <translation>部署：%1。</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between letters of scenarios</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>not planned yet for %1</source>
        <comment>letters</comment>
        <translation>%1 尚未规划</translation>
    </message>
    <message>
        <source>stale for %1</source>
        <comment>letters</comment>
        <translation>%1 已过期</translation>
    </message>
    <message>
        <source>being planned for %1</source>
        <comment>letters</comment>
        <translation>%1 正在规划</translation>
    </message>
    <message>
        <source>&amp;Plan them</source>
        <translation>规划它们(&amp;P)</translation>
    </message>
    <message>
        <source>Plan the deployments that are missing or stale</source>
        <translation>规划缺少或过期的部署</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>停止(&amp;T)</translation>
    </message>
    <message>
        <source>Stop the planning of deployments</source>
        <translation>停止规划部署</translation>
    </message>
    <message>
        <source>The deployment of %1 is stale: its inputs changed since.</source>
        <translation>%1 的部署已过期：其输入此后有变。</translation>
    </message>
    <message>
        <source>no deployment keeps the promises</source>
        <translation>没有部署能兑现承诺</translation>
    </message>
    <message>
        <source>as many as the traffic needs</source>
        <translation>按流量所需的数量</translation>
    </message>
    <message>
        <source>no placement holds all roles</source>
        <translation>没有能容纳所有角色的放置</translation>
    </message>
    <message>
        <source>as many as the goal asks for</source>
        <translation>按目标所需的数量</translation>
    </message>
    <message>
        <source>Post-training</source>
        <translation>后训练</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>放置</translation>
    </message>
    <message>
        <source>Layouts</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>Placements of roles: %1.</source>
        <comment>what is missing</comment>
        <translation>角色的放置：%1。</translation>
    </message>
    <message>
        <source>&amp;Place them</source>
        <translation>放置它们(&amp;P)</translation>
    </message>
    <message>
        <source>Plan the placements that are missing or stale</source>
        <translation>规划缺少或过期的放置</translation>
    </message>
    <message>
        <source>Stop the planning of placements</source>
        <translation>停止规划放置</translation>
    </message>
    <message>
        <source>The placement of %1 is stale: its inputs changed since.</source>
        <translation>%1 的放置已过期：其输入此后有变化。</translation>
    </message>
    <message>
        <source>Recommended</source>
        <translation>推荐方案</translation>
    </message>
    <message>
        <source>strategy</source>
        <comment>a kind of plan</comment>
        <translation>策略</translation>
    </message>
    <message>
        <source>Best strategy, tokens/s</source>
        <translation>最佳策略，tokens/s</translation>
    </message>
    <message>
        <source>For %1 a plan of another kind is recommended (%2); with the best strategy a step takes %3.</source>
        <comment>scenario, plan of another kind, time</comment>
        <translation>对 %1 推荐另一类方案（%2）；用最佳策略时每步需 %3。</translation>
    </message>
    <message>
        <source>For %1 a plan of another kind is recommended (%2); no strategy fits.</source>
        <comment>scenario, plan of another kind</comment>
        <translation>对 %1 推荐另一类方案（%2）；没有策略能放下。</translation>
    </message>
    <message>
        <source>For %1 some kinds of plan were not looked for (%2): one of them may be better.</source>
        <comment>scenario, kinds of plan</comment>
        <translation>对 %1 未搜索某些类型的方案（%2）：其中之一可能更好。</translation>
    </message>
    <message>
        <source>For %1 the search for some kinds of plan was stopped early (%2): there may be better ones.</source>
        <comment>scenario, kinds of plan</comment>
        <translation>对 %1 某些类型的方案搜索提前停止（%2）：可能有更好的方案。</translation>
    </message>
    <message numerus="yes">
        <source>%n scenario(s) of this plan, each with what is recommended for it.</source>
        <translation>
            <numerusform>此计划有 %n 个场景，各列出为其推荐的方案。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::CostWords</name>
    <message>
        <source>rent</source>
        <comment>cost basis</comment>
        <translation>租用</translation>
    </message>
    <message>
        <source>buy</source>
        <comment>cost basis</comment>
        <translation>购买</translation>
    </message>
    <message>
        <source>already owned</source>
        <comment>cost basis</comment>
        <translation>自有</translation>
    </message>
    <message>
        <source>on demand</source>
        <translation>按需</translation>
    </message>
    <message>
        <source>reserved for 1 year</source>
        <translation>预留 1 年</translation>
    </message>
    <message>
        <source>reserved for 3 years</source>
        <translation>预留 3 年</translation>
    </message>
    <message>
        <source>spot</source>
        <translation>竞价</translation>
    </message>
    <message>
        <source>Networks between nodes have no price: no total includes them.</source>
        <translation>节点间网络没有价格：所有合计均不含此项。</translation>
    </message>
    <message>
        <source>The network between nodes has no price for %1: no total includes it.</source>
        <translation>%1 的节点间网络没有价格：所有合计均不含此项。</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between names of pools</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>Hosting has no price: no total includes it.</source>
        <translation>托管没有价格：所有合计均不含此项。</translation>
    </message>
    <message>
        <source>to buy</source>
        <translation>购置</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::DataflowDialog</name>
    <message>
        <source>Steps of an iteration</source>
        <translation>一次迭代的步骤</translation>
    </message>
    <message>
        <source>Each step is work of one role. It begins when all steps that it comes after have ended, which are named with commas between them.</source>
        <translation>每个步骤是一个角色的工作。它在其所有前置步骤结束后开始；前置步骤按名称列出，以半角逗号分隔。</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>工作</translation>
    </message>
    <message>
        <source>After</source>
        <translation>前置步骤</translation>
    </message>
    <message>
        <source>&amp;Add a step</source>
        <translation>添加步骤(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Remove the step</source>
        <translation>移除步骤(&amp;R)</translation>
    </message>
    <message>
        <source>Use these steps</source>
        <translation>使用这些步骤</translation>
    </message>
    <message>
        <source>step_%1</source>
        <comment>name of a step</comment>
        <translation>step_%1</translation>
    </message>
    <message>
        <source>Work of the step</source>
        <translation>步骤的工作</translation>
    </message>
    <message>
        <source>Step %1 needs a name and a role.</source>
        <translation>步骤 %1 需要名称和角色。</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::DateField</name>
    <message>
        <source>YYYY-MM-DD</source>
        <comment>form of a day</comment>
        <translation>YYYY-MM-DD</translation>
    </message>
    <message>
        <source>“%1” is no day: write it as 2027-03-31.</source>
        <translation>“%1”不是日期：请写成 2027-03-31 的形式。</translation>
    </message>
    <message>
        <source>%1 Until then: %2.</source>
        <comment>why a text is refused, and the day that holds meanwhile</comment>
        <translation>%1 在此之前：%2。</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::DayBars</name>
    <message>
        <source>Traffic over the day, by hour</source>
        <translation>一天中各小时的流量</translation>
    </message>
    <message>
        <source>The rate of each hour over the stated one. Drag a bar, or choose an hour with Left and Right and change it with Up and Down.</source>
        <translation>每小时的速率与给定速率之比。拖动条形，或用左、右键选择小时，再用上、下键更改。</translation>
    </message>
    <message>
        <source>%1:00, %2 times the stated rate</source>
        <translation>%1:00，为给定速率的 %2 倍</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::DayProfile</name>
    <message>
        <source>Traffic over the day</source>
        <translation>一天中的流量</translation>
    </message>
    <message>
        <source>Machines are sized for the busiest hour; a day&apos;s cost is that of its mean. The shapes that can be chosen are assumed, with the stated rate as their mean.</source>
        <translation>机器按最繁忙的小时配置；一天的费用按平均值计算。可选的曲线为假定值，其平均值为给定速率。</translation>
    </message>
    <message>
        <source>the same all day</source>
        <translation>全天相同</translation>
    </message>
    <message>
        <source>busiest at %1:00 (assumed)</source>
        <translation>%1:00 最繁忙（假定）</translation>
    </message>
    <message>
        <source>24 factors of one&apos;s own</source>
        <translation>自定义 24 个系数</translation>
    </message>
    <message>
        <source>Factors of the 24 hours</source>
        <translation>24 小时的系数</translation>
    </message>
    <message>
        <source>24 factors of the stated rate, from midnight on, with spaces between.</source>
        <translation>相对给定速率的 24 个系数，从午夜开始，以空格分隔。</translation>
    </message>
    <message>
        <source>“%1” is no factor from 0 to 1000.</source>
        <translation>“%1”不是 0 至 1000 之间的系数。</translation>
    </message>
    <message>
        <source>These are %1 factors; a day has 24 hours.</source>
        <translation>这里有 %1 个系数；一天有 24 小时。</translation>
    </message>
    <message>
        <source>One hour at least has to have requests.</source>
        <translation>至少须有一个小时有请求。</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::DecisionWords</name>
    <message>
        <source>none asked</source>
        <translation>未设限制</translation>
    </message>
    <message numerus="yes">
        <source>all %n hold</source>
        <translation>
            <numerusform>%n 项全部满足</numerusform>
        </translation>
    </message>
    <message>
        <source>breaks a limit</source>
        <translation>超出一项限制</translation>
    </message>
    <message>
        <source>%1, within the error of the first</source>
        <translation>%1，在第一名的误差之内</translation>
    </message>
    <message>
        <source>Rent %1</source>
        <translation>租用 %1</translation>
    </message>
    <message>
        <source>Buy %1</source>
        <translation>购买 %1</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>使用 %1</translation>
    </message>
    <message>
        <source>%1 for the job</source>
        <translation>任务 %1</translation>
    </message>
    <message>
        <source>%1 to buy</source>
        <translation>购置 %1</translation>
    </message>
    <message>
        <source>the nearest limit, of which %1 is taken (%2)</source>
        <translation>最接近的限制已用去 %1（%2）</translation>
    </message>
    <message>
        <source>a price of its machines that is %1 higher, at which %2 wins</source>
        <translation>其机器价格高出 %1，此时 %2 胜出</translation>
    </message>
    <message>
        <source>a limit that only %1 keeps</source>
        <comment>name of the next option</comment>
        <translation>有一项限制只有 %1 能满足</translation>
    </message>
    <message>
        <source>a job that takes %1 longer on it, at which %2 wins</source>
        <translation>任务在其上用时多出 %1，此时 %2 胜出</translation>
    </message>
    <message>
        <source>a cost that is %1 higher, at which %2 wins</source>
        <translation>其费用高出 %1，此时 %2 胜出</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>option, the limit it breaks</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Within the error of the prediction, and so as good: %1.</source>
        <translation>在预测误差之内，因而同样好：%1。</translation>
    </message>
    <message>
        <source>A limit is broken by %1.</source>
        <translation>超出限制的有：%1。</translation>
    </message>
    <message numerus="yes">
        <source>At least %n layouts of %1 lie within the error of its best.</source>
        <translation>
            <numerusform>%1 至少有 %n 个布局在其最佳布局的误差之内。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n layouts of %1 lie within the error of its best.</source>
        <translation>
            <numerusform>%1 有 %n 个布局在其最佳布局的误差之内。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 with %2</source>
        <comment>option, its chance</comment>
        <translation>%1 为 %2</translation>
    </message>
    <message>
        <source>Chance to be the best: %1.</source>
        <translation>成为最佳的概率：%1。</translation>
    </message>
    <message>
        <source>%1 drawings from the 80 % bands, seed %2: predictions for one type of GPU and one software err together, others independently.</source>
        <translation>从 80 % 区间抽样 %1 次，种子 %2：同一种 GPU 与同一软件的预测一同出错，其余相互独立。</translation>
    </message>
    <message>
        <source>No option keeps every limit</source>
        <translation>没有选项满足所有限制</translation>
    </message>
    <message>
        <source>%1, done in %2</source>
        <comment>which option to take, how long the job takes</comment>
        <translation>%1，%2完成</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>which option to take, its figures</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1; what would change that: %2.</source>
        <translation>%1；会改变此选择的是：%2。</translation>
    </message>
    <message>
        <source>, or </source>
        <comment>between what would change a choice</comment>
        <translation>，或</translation>
    </message>
    <message>
        <source>%1, though the job takes for ever</source>
        <translation>%1，但任务永远无法完成</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::DeploymentRanking</name>
    <message>
        <source>Not planned yet. Run plans the deployments that keep the promises.</source>
        <translation>尚未规划。“运行”会规划兑现承诺的部署。</translation>
    </message>
    <message>
        <source>Looking for deployments that keep the promises…</source>
        <translation>正在寻找兑现承诺的部署…</translation>
    </message>
    <message>
        <source>Stopped before a deployment was found.</source>
        <translation>在找到部署之前已停止。</translation>
    </message>
    <message>
        <source>One copy of the model is laid over all machines here: see its own page.</source>
        <translation>此处模型的一个副本分布于所有机器：见其专页。</translation>
    </message>
    <message>
        <source>The job of this scenario serves no model.</source>
        <translation>该情景的任务不提供模型服务。</translation>
    </message>
    <message>
        <source>No deployment.</source>
        <translation>没有部署。</translation>
    </message>
    <message>
        <source>No deployment keeps the promises.</source>
        <translation>没有部署能兑现承诺。</translation>
    </message>
    <message>
        <source>Deployments, the best first</source>
        <translation>部署，最佳者在前</translation>
    </message>
    <message>
        <source>TTFT %1, 99 %: %2</source>
        <translation>TTFT %1，99 %：%2</translation>
    </message>
    <message>
        <source>TPOT %1, 99 %: %2</source>
        <translation>TPOT %1，99 %：%2</translation>
    </message>
    <message>
        <source>end to end %1</source>
        <translation>端到端 %1</translation>
    </message>
    <message>
        <source>Deployment</source>
        <translation>部署</translation>
    </message>
    <message>
        <source>Replicas and their layout: tensor (TP), pipeline (PP), expert (EP) and attention data parallelism (ADP)</source>
        <translation>副本及其布局：张量（TP）、流水线（PP）、专家（EP）与注意力数据并行（ADP）</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::DeploymentReasons</name>
    <message>
        <source>It costs the least of all deployments that keep the promises: %1 per million output tokens.</source>
        <translation>在所有兑现承诺的部署中，它的费用最低：每百万输出词元 %1。</translation>
    </message>
    <message>
        <source>It takes the fewest GPUs of all deployments that keep the promises: %1.</source>
        <translation>在所有兑现承诺的部署中，它占用的 GPU 最少：%1。</translation>
    </message>
    <message>
        <source>It has the most output tokens a second from each GPU of all deployments that keep the promises: %1.</source>
        <translation>在所有兑现承诺的部署中，它每个 GPU 每秒的输出词元最多：%1。</translation>
    </message>
    <message>
        <source>Of %1 deployments %2 were predicted, %3 were cut by bounds, %4 do not fit into memory.</source>
        <translation>%1 个部署中，%2 个经过预测，%3 个被界剪除，%4 个显存放不下。</translation>
    </message>
    <message>
        <source>The search was stopped: there may be better ones.</source>
        <translation>搜索已停止：可能还有更好的部署。</translation>
    </message>
    <message>
        <source>So nothing better exists within these predictions.</source>
        <translation>因此，就这些预测而言，没有更好的部署。</translation>
    </message>
    <message>
        <source>What limits it is %1.</source>
        <translation>其限制因素是%1。</translation>
    </message>
    <message>
        <source>Of an iteration that decodes %1 go to %2.</source>
        <comment>share, part</comment>
        <translation>一次解码迭代的 %1 用于%2。</translation>
    </message>
    <message>
        <source>It serves %1 requests/s at the peak and could serve %2 within the promises, %3 more.</source>
        <comment>traffic, capacity, share</comment>
        <translation>它在高峰时服务 %1 请求/秒，承诺之内可服务 %2，还能多 %3。</translation>
    </message>
    <message>
        <source>%1 of the %2 GPUs that are paid for serve; machines come in whole units.</source>
        <translation>付费的 %2 个 GPU 中有 %1 个提供服务；机器只能按整数个单元取用。</translation>
    </message>
    <message>
        <source>%1 dearer a token</source>
        <translation>每词元贵 %1</translation>
    </message>
    <message>
        <source>%1 more GPUs</source>
        <translation>GPU 多 %1</translation>
    </message>
    <message>
        <source>%1 fewer tokens/s of a GPU</source>
        <translation>每 GPU 词元/秒少 %1</translation>
    </message>
    <message>
        <source>Next comes %1, which is as good in that and behind in what decides ties.</source>
        <translation>其次是 %1：在这一点上同样好，但在同分时的次要指标上落后。</translation>
    </message>
    <message>
        <source>Next comes %1: %2.</source>
        <comment>deployment, how much worse</comment>
        <translation>其次是 %1：%2。</translation>
    </message>
    <message>
        <source>%1 %2 of %3</source>
        <comment>which time, what is reached, what is promised</comment>
        <translation>%1 %2（承诺 %3）</translation>
    </message>
    <message>
        <source>first token</source>
        <translation>首词元</translation>
    </message>
    <message>
        <source>further tokens</source>
        <translation>后续词元</translation>
    </message>
    <message>
        <source>whole answer</source>
        <translation>整个回答</translation>
    </message>
    <message>
        <source>Four of five comparable runs lie within: first token %1, further tokens %2.</source>
        <translation>五分之四的可比运行在以下范围内：首词元 %1，后续词元 %2。</translation>
    </message>
    <message>
        <source>The traffic may grow by %1 before a promise breaks.</source>
        <translation>流量增长 %1 以内，承诺均可兑现。</translation>
    </message>
    <message>
        <source>One failed worker stops it all.</source>
        <translation>一个工作实例故障即全部停止。</translation>
    </message>
    <message>
        <source>It keeps its promises also with one worker failed.</source>
        <translation>即使一个工作实例故障，它仍能兑现承诺。</translation>
    </message>
    <message>
        <source>With one worker failed it serves about %1 of the traffic.</source>
        <translation>一个工作实例故障时，它约可服务流量的 %1。</translation>
    </message>
    <message>
        <source>Figures are computed from measured kernels and engines, not measured on these machines.</source>
        <translation>数值由实测的内核与引擎计算得出，并非在这些机器上实测。</translation>
    </message>
    <message>
        <source>Promised to %1 of the requests: %2.</source>
        <comment>share, times</comment>
        <translation>对 %1 的请求作出的承诺：%2。</translation>
    </message>
    <message>
        <source>It breaks a limit: %1.</source>
        <translation>它违反一项限制：%1。</translation>
    </message>
    <message>
        <source>It does not fit: weights and one request need %1 more on a GPU.</source>
        <translation>放不下：权重与一个请求在一个 GPU 上还缺 %1。</translation>
    </message>
    <message>
        <source>It serves %1 requests/s within the promises, which is less than the traffic.</source>
        <translation>它在承诺之内可服务 %1 请求/秒，低于流量。</translation>
    </message>
    <message>
        <source>It cannot serve the traffic.</source>
        <translation>它无法服务该流量。</translation>
    </message>
    <message>
        <source>It misses a promise at this traffic: %1.</source>
        <translation>它在此流量下未兑现承诺：%1。</translation>
    </message>
    <message>
        <source>It is the first.</source>
        <translation>它就是第一名。</translation>
    </message>
    <message>
        <source>A price is not known, so that both cannot be compared.</source>
        <translation>有价格未知，因此两者无法比较。</translation>
    </message>
    <message>
        <source>It keeps the promises and is as good as the first in what is looked for.</source>
        <translation>它兑现承诺，且在所求目标上与第一名同样好。</translation>
    </message>
    <message>
        <source>It keeps the promises, with %1 than the first.</source>
        <translation>它兑现承诺，但与第一名相比%1。</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::DeploymentWhyPage</name>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Any other:</source>
        <translation>其他任意部署：</translation>
    </message>
    <message>
        <source>Replicas</source>
        <translation>副本</translation>
    </message>
    <message>
        <source>Tensor parallelism</source>
        <translation>张量并行</translation>
    </message>
    <message>
        <source>Pipeline parallelism</source>
        <translation>流水线并行</translation>
    </message>
    <message>
        <source>Expert parallelism</source>
        <translation>专家并行</translation>
    </message>
    <message>
        <source>Attention data parallelism</source>
        <translation>注意力数据并行</translation>
    </message>
    <message>
        <source>Pool</source>
        <translation>资源池</translation>
    </message>
    <message>
        <source>Another deployment</source>
        <translation>另一个部署</translation>
    </message>
    <message>
        <source>Figures that differ</source>
        <translation>有差异的数值</translation>
    </message>
    <message>
        <source>frontier: %1</source>
        <translation>前沿：%1</translation>
    </message>
    <message>
        <source>one that the boxes say</source>
        <translation>由各框指定的部署</translation>
    </message>
    <message>
        <source>Predicting…</source>
        <translation>正在预测…</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>First</source>
        <translation>第一名</translation>
    </message>
    <message>
        <source>This one</source>
        <translation>此部署</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::DescribeDialog</name>
    <message>
        <source>Describe a model</source>
        <translation>描述模型</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Dense</source>
        <translation>稠密</translation>
    </message>
    <message>
        <source>Mixture of experts</source>
        <translation>混合专家</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Gated, three matrices</source>
        <translation>门控，三个矩阵</translation>
    </message>
    <message>
        <source>Plain, two matrices</source>
        <translation>普通，两个矩阵</translation>
    </message>
    <message>
        <source>MLP</source>
        <translation>MLP</translation>
    </message>
    <message>
        <source>The output matrix is the input embedding</source>
        <translation>输出矩阵即输入嵌入</translation>
    </message>
    <message>
        <source>Use model</source>
        <translation>采用模型</translation>
    </message>
    <message>
        <source>Still to be entered: %1.</source>
        <translation>还需输入：%1。</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between fields</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>A value is not possible; its field says why.</source>
        <translation>有一个数值不可能；其字段处说明了原因。</translation>
    </message>
    <message>
        <source>%1 parameters, %2 active per token</source>
        <translation>%1 个参数，每词元激活 %2</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 个参数</translation>
    </message>
    <message>
        <source>A decoder by its numbers: a dense or MoE transformer, or layers of several kinds. An empty field uses the assumption that it shows.</source>
        <translation>用数值描述一个解码器：稠密或 MoE 的 Transformer，或多种类型的层。空字段采用其中显示的假设值。</translation>
    </message>
    <message>
        <source>Layers of several kinds</source>
        <translation>多种类型的层</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>layers, what of them is not entered</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>A layer mixes tokens, channels or both.</source>
        <translation>一层混合词元、通道，或两者兼有。</translation>
    </message>
    <message>
        <source>A value is not possible; the layers in red say why.</source>
        <translation>有一个值不可行；标红的层说明了原因。</translation>
    </message>
    <message>
        <source>%1; %2 layers</source>
        <comment>parameters, number of layers</comment>
        <translation>%1；%2 层</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::DropText</name>
    <message>
        <source>Only files of this computer can be dropped</source>
        <translation>只能放入本机的文件</translation>
    </message>
    <message>
        <source>A price list cannot be placed on the cluster</source>
        <translation>价格表不能放到集群上</translation>
    </message>
    <message>
        <source>Open plan %1</source>
        <translation>打开方案 %1</translation>
    </message>
    <message>
        <source>Load model %1</source>
        <translation>载入模型 %1</translation>
    </message>
    <message>
        <source>Add node to %1: × %2</source>
        <translation>向 %1 添加节点：× %2</translation>
    </message>
    <message>
        <source>Replace GPUs: %1 → %2</source>
        <translation>更换 GPU：%1 → %2</translation>
    </message>
    <message>
        <source>Nothing to drop</source>
        <translation>没有可放下的内容</translation>
    </message>
    <message>
        <source>The catalogue does not know “%1” well enough for a plan</source>
        <translation>目录对“%1”的了解不足以制定方案</translation>
    </message>
    <message>
        <source>Hardware can&apos;t be dropped on a link</source>
        <translation>链路上不能放置硬件</translation>
    </message>
    <message>
        <source>Add node %1</source>
        <translation>添加节点 %1</translation>
    </message>
    <message numerus="yes">
        <source>Paste %n pools</source>
        <translation>
            <numerusform>粘贴 %n 个资源池</numerusform>
        </translation>
    </message>
    <message>
        <source>Only hardware, a model file or a plan can be dropped here</source>
        <translation>此处只能放入硬件、模型文件或方案</translation>
    </message>
    <message>
        <source>above the power limit of %1</source>
        <translation>超出功率上限 %1</translation>
    </message>
    <message>
        <source>Add node %1 to rack %2</source>
        <translation>将节点 %1 加入机架 %2</translation>
    </message>
    <message>
        <source>A network connects nodes: drop it on a pool or on a link</source>
        <translation>网络连接节点：请放到节点组或链路上</translation>
    </message>
    <message>
        <source>Link between %1 and %2: %3 → %4</source>
        <translation>%1 与 %2 之间的链路：%3 → %4</translation>
    </message>
    <message>
        <source>A rack holds pools: drop it on one</source>
        <translation>机架围住节点组：请放到一个节点组上</translation>
    </message>
    <message>
        <source>%1 stands in rack %2 already</source>
        <translation>%1 已在机架 %2 中</translation>
    </message>
    <message>
        <source>Set the power limit of rack %1 to %2</source>
        <translation>为机架 %1 供电 %2</translation>
    </message>
    <message>
        <source>Rack of %1 for %2</source>
        <translation>在 %2 外放置 %1 的机架</translation>
    </message>
    <message>
        <source>Rack for %1</source>
        <translation>在 %1 外放置机架</translation>
    </message>
    <message>
        <source>Network of %1: %2 → %3</source>
        <translation>%1 的网络：%2 → %3</translation>
    </message>
    <message numerus="yes">
        <source>Paste %n objects</source>
        <translation>
            <numerusform>粘贴 %n 个对象</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %n nodes to %1: × %2</source>
        <comment>as many as are had at once</comment>
        <translation>
            <numerusform>向 %1 添加 %n 个节点：× %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add a rack of %n nodes, each %1</source>
        <translation>
            <numerusform>添加一个含 %n 个节点的机架，每个为 %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Load %n models</source>
        <translation>
            <numerusform>载入 %n 个模型</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::DuplicateDialog</name>
    <message>
        <source>Duplicate</source>
        <translation>创建副本</translation>
    </message>
    <message>
        <source>&amp;Copies:</source>
        <translation>副本数(&amp;C)：</translation>
    </message>
    <message>
        <source>In a &amp;row:</source>
        <translation>每行(&amp;R)：</translation>
    </message>
    <message>
        <source>&amp;Distance, grid steps:</source>
        <translation>间距，网格步数(&amp;D)：</translation>
    </message>
    <message>
        <source>&amp;Names:</source>
        <translation>名称(&amp;N)：</translation>
    </message>
    <message>
        <source># stands for the number: %1 … %2</source>
        <translation># 代表编号：%1 … %2</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ExchangeGantt</name>
    <message>
        <source>Schedule of the all-to-all</source>
        <translation>all-to-all 的调度</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <comment>pairs of ranks</comment>
        <translation>
            <numerusform>及另外 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>rank to rank</comment>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Slot %1 of %2, %3 from %4: %5</source>
        <comment>number, count, duration, begin, pairs of ranks</comment>
        <translation>第 %1 段，共 %2 段，时长 %3，自 %4：%5</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>秩 %1</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ExchangeView</name>
    <message>
        <source>Dispatch of %1 tokens a rank at %2: at least %3.</source>
        <comment>tokens, rate, duration</comment>
        <translation>每秩分发 %1 个词元，速率 %2：至少 %3。</translation>
    </message>
    <message>
        <source>The schedule takes %1 (%2 above).</source>
        <comment>duration, percent</comment>
        <translation>该调度用时 %1（高出 %2）。</translation>
    </message>
    <message>
        <source>Slots are shown up to %1 ranks.</source>
        <translation>时段最多显示 %1 个秩。</translation>
    </message>
    <message>
        <source>In the order of ranks it would be %1 (%2 above).</source>
        <comment>duration, percent</comment>
        <translation>按秩的顺序则为 %1（高出 %2）。</translation>
    </message>
    <message>
        <source>The fullest rank has %1 times the mean load; no placement of these experts is below %2.</source>
        <translation>最满的秩的负载为平均的 %1 倍；这些专家的任何放置都不低于 %2。</translation>
    </message>
    <message>
        <source>Assumed: experts are equally loaded, as the job says nothing of their loads.</source>
        <translation>假定：各专家负载相同，因为任务未说明其负载。</translation>
    </message>
    <message numerus="yes">
        <source>%1 (%n copies)</source>
        <comment>number of an expert</comment>
        <translation>
            <numerusform>%1（%n 份）</numerusform>
        </translation>
    </message>
    <message>
        <source>All-to-all of the experts</source>
        <translation>专家的 all-to-all</translation>
    </message>
    <message>
        <source>Experts of each rank</source>
        <translation>各秩的专家</translation>
    </message>
    <message>
        <source>A number in a block is the rank that receives.</source>
        <translation>块中的数字为接收的秩。</translation>
    </message>
    <message>
        <source>Older than the plan</source>
        <translation>早于当前方案</translation>
    </message>
    <message>
        <source>No all-to-all: the model has no experts, one rank holds them all, or attention is not data parallel.</source>
        <translation>没有 all-to-all：模型没有专家，或由一个秩持有全部，或注意力不是数据并行。</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>秩</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>负载</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>Schedule of the all-to-all</source>
        <translation>all-to-all 的调度</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::Exports</name>
    <message>
        <source>Wrote %1</source>
        <translation>已写入 %1</translation>
    </message>
    <message>
        <source>Cancelled: %1 is as it was</source>
        <translation>已取消：%1 保持原样</translation>
    </message>
    <message>
        <source>Save elsewhere…</source>
        <translation>另存到别处…</translation>
    </message>
    <message>
        <source>Save elsewhere</source>
        <translation>另存到别处</translation>
    </message>
    <message>
        <source>Vector drawing (*.svg);;PDF (*.pdf);;Picture (*.png)</source>
        <translation>矢量图 (*.svg);;PDF (*.pdf);;图片 (*.png)</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::FaceText</name>
    <message>
        <source>%1 each way, own figure</source>
        <translation>每向 %1，自定值</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>form · link</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1 %2 each way</source>
        <comment>link and its bandwidth</comment>
        <translation>%1 每向 %2</translation>
    </message>
    <message>
        <source>%1 each</source>
        <translation>每个 %1</translation>
    </message>
    <message>
        <source>%1/h each</source>
        <translation>每个 %1/小时</translation>
    </message>
    <message>
        <source>%1/h</source>
        <translation>%1/小时</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>S%1 – S%2</source>
        <comment>first and last stage</comment>
        <translation>S%1 – S%2</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <comment>GPUs of a node: count and type</comment>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>not in the catalogue</source>
        <translation>不在目录中</translation>
    </message>
    <message>
        <source>network?</source>
        <translation>网络？</translation>
    </message>
    <message>
        <source>× %1</source>
        <comment>number of nodes</comment>
        <translation>× %1</translation>
    </message>
    <message>
        <source>memory +%1</source>
        <translation>显存 +%1</translation>
    </message>
    <message>
        <source>price unknown</source>
        <translation>价格未知</translation>
    </message>
    <message numerus="yes">
        <source>pool %1, %n nodes of %2 %3, %4</source>
        <translation>
            <numerusform>资源池 %1，%n 个节点，每个 %2 %3，%4</numerusform>
        </translation>
    </message>
    <message>
        <source>, network unknown</source>
        <translation>，网络未知</translation>
    </message>
    <message>
        <source>, %1 over</source>
        <translation>，超出 %1</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n nodes of %2</source>
        <translation>
            <numerusform>%1：%n 个 %2 节点</numerusform>
        </translation>
    </message>
    <message>
        <source>Network of a node: %1</source>
        <translation>单节点网络：%1</translation>
    </message>
    <message>
        <source>Network of a node: not known. Double-click to enter it.</source>
        <translation>单节点网络：未知。双击以输入。</translation>
    </message>
    <message>
        <source>Rent of a GPU: %1/h, %2</source>
        <translation>一块 GPU 的租金：%1/小时，%2</translation>
    </message>
    <message>
        <source>no price</source>
        <translation>无价格</translation>
    </message>
    <message>
        <source>GPUs per node: assumed</source>
        <translation>每节点 GPU 数：假定值</translation>
    </message>
    <message>
        <source>, excluded from the search</source>
        <translation>，不参与搜索</translation>
    </message>
    <message>
        <source>%1 each</source>
        <comment>share</comment>
        <translation>每个 %1</translation>
    </message>
    <message>
        <source>%1 busy</source>
        <translation>忙碌 %1</translation>
    </message>
    <message>
        <source>, in-network reduction (SHARP)</source>
        <translation>，交换机内求和梯度</translation>
    </message>
    <message>
        <source>, GPUs held at %1</source>
        <translation>，GPU 限制在 %1</translation>
    </message>
    <message>
        <source>In-network reduction (SHARP)</source>
        <translation>交换机内求和梯度</translation>
    </message>
    <message>
        <source>GPUs held at %1</source>
        <translation>GPU 限制在 %1</translation>
    </message>
    <message>
        <source>Purchase of a node: %1, %2</source>
        <translation>每个节点的购置价：%1，%2</translation>
    </message>
    <message>
        <source>Its links to other pools are drawn while it is selected.</source>
        <translation>选中时才绘出其通往其他资源池的链路。</translation>
    </message>
    <message>
        <source>%1 to buy a node</source>
        <comment>spoken sum</comment>
        <translation>购置每个节点 %1</translation>
    </message>
    <message>
        <source>%1 per GPU hour</source>
        <comment>spoken sum</comment>
        <translation>每 GPU 小时 %1</translation>
    </message>
    <message>
        <source>Network of a node, to buy: %1</source>
        <translation>单节点网络的购置价：%1</translation>
    </message>
    <message>
        <source>Network of a node, to buy: no price</source>
        <translation>单节点网络的购置价：无价格</translation>
    </message>
    <message>
        <source>%1 · stale</source>
        <comment>share</comment>
        <translation>%1 · 已过时</translation>
    </message>
    <message>
        <source>, stale: the program is older than the plan</source>
        <translation>，已过时：程序早于方案</translation>
    </message>
    <message>
        <source>Share stale: the program is older than the plan.</source>
        <translation>份额已过时：程序早于方案。</translation>
    </message>
    <message>
        <source>, serves with %1</source>
        <comment>replicas and roles</comment>
        <translation>，以 %1 服务</translation>
    </message>
    <message>
        <source>, %1</source>
        <comment>condition of GPUs and nodes</comment>
        <translation>，%1</translation>
    </message>
    <message>
        <source>Condition: %1</source>
        <translation>状况：%1</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <comment>slow or failed</comment>
        <translation>
            <numerusform>及另外 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>, %1 of the work each</source>
        <translation>，每个占工作量的 %1</translation>
    </message>
    <message>
        <source>Strategies use %1 of the %2 GPUs of a node</source>
        <translation>策略使用每个节点 %2 个 GPU 中的 %1 个</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::FieldRows</name>
    <message>
        <source>Date of the engine</source>
        <translation>引擎的日期</translation>
    </message>
    <message>
        <source>newest</source>
        <comment>release of an engine</comment>
        <translation>最新</translation>
    </message>
    <message>
        <source>The engine as it was in this month, YYYY-MM; empty: the newest one known.</source>
        <translation>该月份的引擎，YYYY-MM；留空：已知的最新版本。</translation>
    </message>
    <message>
        <source>Engine of</source>
        <translation>引擎版本</translation>
    </message>
    <message>
        <source>Write the month as 2026-06, or leave it empty.</source>
        <translation>请将月份写作 2026-06，或留空。</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::FigureCard</name>
    <message>
        <source>How it is calculated: %1</source>
        <translation>计算方法：%1</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>Show the &amp;breakdown</source>
        <translation>显示分解(&amp;B)</translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation>关闭(&amp;L)</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::FigureExplainer</name>
    <message>
        <source>Stale: the inputs have changed since this was computed.</source>
        <translation>已过时：此结果计算之后，输入有变化。</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::FigureLabel</name>
    <message>
        <source>Press Return to see how it is calculated</source>
        <translation>按 Return 键查看其计算方法</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::FileOpening</name>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Models, prices and hardware (*.json *.safetensors *.onnx *.sh *.args *.csv)</source>
        <translation>模型、价格与硬件 (*.json *.safetensors *.onnx *.sh *.args *.csv)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Import hardware</source>
        <translation>导入硬件</translation>
    </message>
    <message>
        <source>Hardware or a cluster (*.json)</source>
        <translation>硬件或集群 (*.json)</translation>
    </message>
    <message>
        <source>Imported types and prices from %1</source>
        <translation>已从 %1 导入类型与价格</translation>
    </message>
    <message>
        <source>Imported %1 as a scenario</source>
        <translation>已将 %1 导入为情景</translation>
    </message>
    <message>
        <source>Imported the cluster of %1</source>
        <translation>已导入 %1 的集群</translation>
    </message>
    <message>
        <source>Open a launch script</source>
        <translation>打开启动脚本</translation>
    </message>
    <message>
        <source>Launch scripts and configurations (*.sh *.args *.txt *.toml *.yaml *.yml *.json *.py)</source>
        <translation>启动脚本和配置 (*.sh *.args *.txt *.toml *.yaml *.yml *.json *.py)</translation>
    </message>
    <message>
        <source>Opened %1 as my layout</source>
        <translation>已将 %1 打开为我的布局</translation>
    </message>
    <message>
        <source>Drop to load the model %1</source>
        <translation>放下以载入模型 %1</translation>
    </message>
    <message>
        <source>Drop to import prices from %1</source>
        <translation>放下以从 %1 导入价格</translation>
    </message>
    <message>
        <source>Drop to import hardware from %1</source>
        <translation>放下以从 %1 导入硬件</translation>
    </message>
    <message>
        <source>Drop to open %1 as my layout</source>
        <translation>放下即可将 %1 打开为我的布局</translation>
    </message>
    <message>
        <source>Drop to open the plan %1</source>
        <translation>放下以打开方案 %1</translation>
    </message>
    <message numerus="yes">
        <source>Drop to load %n model(s) as roles of post-training</source>
        <translation>
            <numerusform>放下以载入 %n 个模型，作为后训练的角色</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::FileTrouble</name>
    <message>
        <source>Copy details</source>
        <translation>复制详情</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>关闭提示</translation>
    </message>
    <message>
        <source>Not saved: %1 is read-only.</source>
        <translation>未保存：%1 是只读的。</translation>
    </message>
    <message>
        <source>Not saved: the folder of %1 does not exist.</source>
        <translation>未保存：%1 所在的文件夹不存在。</translation>
    </message>
    <message>
        <source>Not saved: the disk of %1 is read-only.</source>
        <translation>未保存：%1 所在的磁盘是只读的。</translation>
    </message>
    <message>
        <source>Not saved: the disk is full (needs %1, %2 free).</source>
        <translation>未保存：磁盘已满（需要 %1，剩余 %2）。</translation>
    </message>
    <message>
        <source>Your work is kept in the recovery copy. What was there before is unchanged.</source>
        <translation>您的工作保存在恢复副本中。原有内容未变。</translation>
    </message>
    <message>
        <source>What was there before is unchanged.</source>
        <translation>原有内容未变。</translation>
    </message>
    <message>
        <source>%1 was not written: it is read-only.</source>
        <translation>未写入 %1：它是只读的。</translation>
    </message>
    <message>
        <source>%1 was not written: its folder does not exist.</source>
        <translation>未写入 %1：其所在的文件夹不存在。</translation>
    </message>
    <message>
        <source>%1 was not written: its disk is read-only.</source>
        <translation>未写入 %1：其所在的磁盘是只读的。</translation>
    </message>
    <message>
        <source>%1 was not written: the disk is full (needs %2, %3 free).</source>
        <translation>未写入 %1：磁盘已满（需要 %2，剩余 %3）。</translation>
    </message>
    <message>
        <source>%1 was not written.</source>
        <translation>未写入 %1。</translation>
    </message>
    <message>
        <source>What was there before is unchanged. The plan is as it was.</source>
        <translation>原有内容未变。方案保持原样。</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::FirstHints</name>
    <message>
        <source>Hardware comes first.</source>
        <translation>先选硬件。</translation>
    </message>
    <message>
        <source>This is a sample.</source>
        <translation>这是一个示例。</translation>
    </message>
    <message>
        <source>This is your cluster.</source>
        <translation>这是您的集群。</translation>
    </message>
    <message>
        <source>Drag a node from Hardware onto the cluster, or press Enter on one; the search starts again by itself.</source>
        <translation>从“硬件”面板将节点拖到集群上，或在其上按 Enter；搜索会自行重新开始。</translation>
    </message>
    <message>
        <source>The goal.</source>
        <translation>目标。</translation>
    </message>
    <message>
        <source>Say what counts as best, and what it may cost, draw and take.</source>
        <translation>说明什么算最好，以及费用、功率和时间的上限。</translation>
    </message>
    <message>
        <source>The run bar.</source>
        <translation>运行栏。</translation>
    </message>
    <message>
        <source>It shows how far the search is and how much better any other strategy could still be.</source>
        <translation>显示搜索的进度，以及还可能好多少。</translation>
    </message>
    <message>
        <source>Every row is a strategy.</source>
        <translation>每一行是一个策略。</translation>
    </message>
    <message>
        <source>Select one to see its timeline and what fills its memory; Why explains what keeps it from being first.</source>
        <translation>选择一个以查看其时间线和显存占用；“原因”说明它为何不是第一。</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::Foresight</name>
    <message>
        <source>no strategy fits</source>
        <translation>没有策略适合</translation>
    </message>
    <message>
        <source>%1 for 10¹² tokens at best</source>
        <translation>最佳为 10¹² 词元 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n GPUs at least</source>
        <translation>
            <numerusform>至少 %n 个 GPU</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 tokens/s at best</source>
        <translation>最佳为 %1 词元/秒</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::FrontierPlot</name>
    <message>
        <source>Tokens per second of a user and of a GPU</source>
        <translation>每用户与每 GPU 的词元/秒</translation>
    </message>
    <message>
        <source>Older than the plan</source>
        <translation>早于当前方案</translation>
    </message>
    <message>
        <source>tokens/s of a user</source>
        <translation>每用户词元/秒</translation>
    </message>
    <message>
        <source>tokens/s of a GPU at the left, %1 at the right</source>
        <translation>左侧为每 GPU 词元/秒，右侧为 %1</translation>
    </message>
    <message>
        <source>tokens/s of a GPU</source>
        <translation>每 GPU 词元/秒</translation>
    </message>
    <message>
        <source>%1 per million tokens</source>
        <comment>legend; sign of a currency</comment>
        <translation>每百万词元 %1</translation>
    </message>
    <message>
        <source>promised: %1 a token</source>
        <translation>承诺：每词元 %1</translation>
    </message>
    <message>
        <source>frontier</source>
        <translation>前沿</translation>
    </message>
    <message>
        <source>shown</source>
        <translation>当前显示</translation>
    </message>
    <message>
        <source>%1: %2 tok/s a user, %3 tok/s a GPU, %4, TTFT %5, TPOT %6</source>
        <comment>layout, rates, money, times</comment>
        <translation>%1：每用户 %2 词元/秒，每 GPU %3 词元/秒，%4，TTFT %5，TPOT %6</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::GlossaryDialog</name>
    <message>
        <source>Glossary</source>
        <translation>术语表</translation>
    </message>
    <message>
        <source>Term or word…</source>
        <translation>术语或词语…</translation>
    </message>
    <message>
        <source>Search the glossary</source>
        <translation>搜索术语表</translation>
    </message>
    <message>
        <source>Terms</source>
        <translation>术语</translation>
    </message>
    <message>
        <source>Meaning of the term</source>
        <translation>术语的含义</translation>
    </message>
    <message>
        <source>Nothing matches “%1”.</source>
        <translation>没有与“%1”匹配的项。</translation>
    </message>
    <message>
        <source>See also</source>
        <translation>另见</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::GoalChoice</name>
    <message>
        <source>Fastest</source>
        <translation>最快</translation>
    </message>
    <message>
        <source>Highest throughput with every GPU of this cluster</source>
        <translation>使用此集群全部 GPU 的最高吞吐量</translation>
    </message>
    <message>
        <source>Mixed GPUs</source>
        <translation>混合 GPU</translation>
    </message>
    <message>
        <source>Best split of unequal GPUs; some may stay unused</source>
        <translation>不同 GPU 之间的最佳分配；可以有闲置的 GPU</translation>
    </message>
    <message>
        <source>Best value</source>
        <translation>最划算</translation>
    </message>
    <message>
        <source>Lowest cost per trillion tokens</source>
        <translation>每万亿词元费用最低</translation>
    </message>
    <message>
        <source>Fewest GPUs</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>The smallest cluster that fits: fewest GPUs, then the highest throughput</source>
        <translation>装得下的最小集群：GPU 最少，其次吞吐量最高</translation>
    </message>
    <message>
        <source>Speed and cost</source>
        <translation>两者</translation>
    </message>
    <message>
        <source>Every strategy that no other beats in both speed and cost</source>
        <translation>在速度和费用上都不被其他策略胜过的所有策略</translation>
    </message>
    <message>
        <source>Cheapest by deadline</source>
        <translation>按期最省</translation>
    </message>
    <message>
        <source>The cheapest GPUs of this cluster that finish within the deadline</source>
        <translation>此集群中能在期限内完成的最便宜的 GPU</translation>
    </message>
    <message>
        <source>Most output tokens per second of a GPU within the promises</source>
        <translation>承诺之内每个 GPU 每秒输出词元最多</translation>
    </message>
    <message>
        <source>Lowest cost per million output tokens within the promises</source>
        <translation>承诺之内每百万输出词元费用最低</translation>
    </message>
    <message>
        <source>Fewest nodes that serve the traffic within the promises</source>
        <translation>承诺之内服务该流量的节点最少</translation>
    </message>
    <message>
        <source>Every deployment that no other beats in tokens per second of a user and of a GPU</source>
        <translation>在每用户与每 GPU 的词元/秒上均不被其他部署超越的全部部署</translation>
    </message>
    <message>
        <source>Most tokens/s a GPU</source>
        <translation>每 GPU 词元/秒最多</translation>
    </message>
    <message>
        <source>Cheapest tokens</source>
        <translation>词元最便宜</translation>
    </message>
    <message>
        <source>Users and GPUs</source>
        <comment>goal: tokens/s of a user against tokens/s of a GPU</comment>
        <translation>用户与 GPU</translation>
    </message>
    <message>
        <source>Shortest iteration</source>
        <translation>迭代最短</translation>
    </message>
    <message>
        <source>Cheapest iteration</source>
        <translation>迭代最便宜</translation>
    </message>
    <message>
        <source>Time and cost</source>
        <comment>goal: of an iteration</comment>
        <translation>时间与费用</translation>
    </message>
    <message>
        <source>Shortest iteration; some GPUs may stay unused</source>
        <translation>迭代时间最短；可以有闲置的 GPU</translation>
    </message>
    <message>
        <source>Lowest cost of an iteration</source>
        <translation>一次迭代的费用最低</translation>
    </message>
    <message>
        <source>Fewest GPUs that hold all roles, then the shortest iteration</source>
        <translation>能容纳所有角色的 GPU 最少，其次迭代时间最短</translation>
    </message>
    <message>
        <source>Every placement that no other beats in both time and cost of an iteration</source>
        <translation>在一次迭代的时间和费用上都不被其他放置胜过的所有放置</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::GoalDates</name>
    <message>
        <source>Start on</source>
        <translation>开始日</translation>
    </message>
    <message>
        <source>The first day of work: from it the day is counted on which the job ends.</source>
        <translation>工作的第一天：任务结束的日期由此算起。</translation>
    </message>
    <message>
        <source>Done by</source>
        <translation>最迟完成日</translation>
    </message>
    <message>
        <source>The last day on which the job may work, failures and restarts included; beside “Done within” the earlier holds.</source>
        <translation>任务可以工作的最后一天，包括故障与重启；与“完成期限”并存时，以较早者为准。</translation>
    </message>
    <message>
        <source>%1 is after %2, the day on which the job has to be done.</source>
        <translation>%1 晚于任务必须完成的日期 %2。</translation>
    </message>
    <message>
        <source>%1 is before %2, the first day of work.</source>
        <translation>%1 早于工作的第一天 %2。</translation>
    </message>
    <message>
        <source>start</source>
        <comment>undo step: Set …</comment>
        <translation>开始日</translation>
    </message>
    <message>
        <source>day to be done by</source>
        <comment>undo step: Set …</comment>
        <translation>最迟完成日</translation>
    </message>
    <message>
        <source>no start</source>
        <comment>undo step: Set …</comment>
        <translation>不设开始日</translation>
    </message>
    <message>
        <source>no day to be done by</source>
        <comment>undo step: Set …</comment>
        <translation>不设最迟完成日</translation>
    </message>
    <message>
        <source>Set %1</source>
        <translation>设为 %1</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::GoalPanel</name>
    <message>
        <source>Goal</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Budget at most</source>
        <translation>预算上限</translation>
    </message>
    <message>
        <source>Cost at most</source>
        <translation>费用上限</translation>
    </message>
    <message>
        <source>Done within</source>
        <translation>完成期限</translation>
    </message>
    <message>
        <source>h</source>
        <translation>小时</translation>
    </message>
    <message>
        <source>Power at most</source>
        <translation>功率上限</translation>
    </message>
    <message>
        <source>kW</source>
        <translation>kW</translation>
    </message>
    <message>
        <source>Memory headroom</source>
        <translation>显存余量</translation>
    </message>
    <message>
        <source>Sequence length</source>
        <translation>序列长度</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>全局批次</translation>
    </message>
    <message>
        <source>Tokens to train</source>
        <translation>训练词元数</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>Cost basis</source>
        <translation>费用口径</translation>
    </message>
    <message>
        <source>Rent</source>
        <translation>租用</translation>
    </message>
    <message>
        <source>Buy</source>
        <translation>购买</translation>
    </message>
    <message>
        <source>Own</source>
        <translation>自有</translation>
    </message>
    <message>
        <source>Commitment</source>
        <translation>承诺期</translation>
    </message>
    <message>
        <source>On demand</source>
        <translation>按需</translation>
    </message>
    <message>
        <source>Reserved 1 year</source>
        <translation>预留 1 年</translation>
    </message>
    <message>
        <source>Reserved 3 years</source>
        <translation>预留 3 年</translation>
    </message>
    <message>
        <source>Spot</source>
        <translation>竞价</translation>
    </message>
    <message>
        <source>%1 strategies</source>
        <translation>%1 个策略</translation>
    </message>
    <message>
        <source>no limit for %1</source>
        <comment>undo step: Set …</comment>
        <translation>%1不设上限</translation>
    </message>
    <message>
        <source>budget</source>
        <comment>undo step: Set …</comment>
        <translation>预算</translation>
    </message>
    <message>
        <source>cost per hour</source>
        <comment>undo step: Set …</comment>
        <translation>每小时费用</translation>
    </message>
    <message>
        <source>cost per trillion tokens</source>
        <comment>undo step: Set …</comment>
        <translation>每万亿词元费用</translation>
    </message>
    <message>
        <source>deadline</source>
        <comment>undo step: Set …</comment>
        <translation>期限</translation>
    </message>
    <message>
        <source>power limit</source>
        <comment>undo step: Set …</comment>
        <translation>功率上限</translation>
    </message>
    <message>
        <source>memory headroom</source>
        <comment>undo step: Set …</comment>
        <translation>显存余量</translation>
    </message>
    <message>
        <source>sequence length</source>
        <comment>undo step: Set …</comment>
        <translation>序列长度</translation>
    </message>
    <message>
        <source>global batch</source>
        <comment>undo step: Set …</comment>
        <translation>全局批次</translation>
    </message>
    <message>
        <source>tokens to train</source>
        <comment>undo step: Set …</comment>
        <translation>训练词元数</translation>
    </message>
    <message>
        <source>precision</source>
        <comment>undo step: Set …</comment>
        <translation>精度</translation>
    </message>
    <message>
        <source>optimizer</source>
        <comment>undo step: Set …</comment>
        <translation>优化器</translation>
    </message>
    <message>
        <source>cost basis</source>
        <comment>undo step: Set …</comment>
        <translation>费用口径</translation>
    </message>
    <message>
        <source>commitment</source>
        <comment>undo step: Set …</comment>
        <translation>承诺期</translation>
    </message>
    <message>
        <source>Unit of the global batch</source>
        <translation>全局批次的单位</translation>
    </message>
    <message>
        <source>sequences</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>Batch counted in</source>
        <translation>批次计数单位</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>使用 %1</translation>
    </message>
    <message>
        <source>%1 [%2]</source>
        <comment>message and its code</comment>
        <translation>%1 [%2]</translation>
    </message>
    <message>
        <source>Set %1</source>
        <translation>设为 %1</translation>
    </message>
    <message numerus="yes">
        <source>Ask for %n GPUs</source>
        <translation>
            <numerusform>改为 %n 个 GPU</numerusform>
        </translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>不限</translation>
    </message>
    <message numerus="yes">
        <source>%n sequences</source>
        <translation>
            <numerusform>%n 条序列</numerusform>
        </translation>
    </message>
    <message>
        <source>Allow unused GPUs</source>
        <translation>允许 GPU 闲置</translation>
    </message>
    <message>
        <source>No strategy: the allowed settings leave none.</source>
        <translation>没有策略：所允许的设置无法组成任何策略。</translation>
    </message>
    <message>
        <source>Allow every setting</source>
        <translation>允许所有设置</translation>
    </message>
    <message>
        <source>every setting allowed</source>
        <comment>undo step: Set …</comment>
        <translation>允许所有设置</translation>
    </message>
    <message>
        <source>Rent: price per hour. Buy: price over the service life, and power. Own: power alone. Power: what GPUs and nodes draw × PUE × price per kWh; space and staff are not counted.</source>
        <translation>租用：每小时价格。购买：按使用年限分摊的购价，另加电费。自有：仅电费。电费：GPU 与节点的功耗 × PUE × 每 kWh 价格；不计场地与人员。</translation>
    </message>
    <message>
        <source>the default for %1</source>
        <comment>undo step: Set …</comment>
        <translation>%1的默认值</translation>
    </message>
    <message>
        <source>≈ Cost basis and commitment are assumed.</source>
        <translation>≈ 费用口径与承诺期为假定值。</translation>
    </message>
    <message>
        <source>≈ The cost basis is assumed.</source>
        <translation>≈ 费用口径为假定值。</translation>
    </message>
    <message>
        <source>≈ The commitment is assumed.</source>
        <translation>≈ 承诺期为假定值。</translation>
    </message>
    <message>
        <source>%1/h</source>
        <comment>code of a currency</comment>
        <translation>%1/小时</translation>
    </message>
    <message>
        <source>%1 at most</source>
        <comment>$/1T tokens</comment>
        <translation>%1上限</translation>
    </message>
    <message>
        <source>%1 = cost per hour × 10¹² ÷ (tokens per second × 3600)</source>
        <comment>$/1T tokens</comment>
        <translation>%1 = 每小时费用 × 10¹² ÷（每秒词元数 × 3600）</translation>
    </message>
    <message>
        <source>%1 = %2 × 10¹² ÷ (%3 × 3600) = %4</source>
        <comment>$/1T tokens, with numbers</comment>
        <translation>%1 = %2 × 10¹² ÷ (%3 × 3600) = %4</translation>
    </message>
    <message>
        <source>What the job costs, failures and restarts included.</source>
        <translation>任务的费用，包括故障与重启。</translation>
    </message>
    <message>
        <source>Purchase at most</source>
        <translation>购置至多</translation>
    </message>
    <message>
        <source>purchase limit</source>
        <comment>undo step: Set …</comment>
        <translation>购置上限</translation>
    </message>
    <message>
        <source>Ownership at most</source>
        <translation>拥有成本至多</translation>
    </message>
    <message>
        <source>limit on ownership</source>
        <comment>undo step: Set …</comment>
        <translation>拥有成本上限</translation>
    </message>
    <message>
        <source>The machines over the years of service: purchase less what is left of it, electricity and hosting.</source>
        <translation>机器在使用年限内的费用：购置价减去剩余价值，加上电力与托管。</translation>
    </message>
    <message>
        <source>What an hour of work costs on the machines that are paid for.</source>
        <translation>付费的机器工作一小时的费用。</translation>
    </message>
    <message>
        <source>Month at most</source>
        <translation>每月至多</translation>
    </message>
    <message>
        <source>cost per month</source>
        <comment>undo step: Set …</comment>
        <translation>每月费用</translation>
    </message>
    <message>
        <source>What a month of 730.5 hours costs on the machines that are paid for.</source>
        <translation>付费的机器在 730.5 小时的一个月内的费用。</translation>
    </message>
    <message>
        <source>What 10¹² tokens cost, failures and restarts included.</source>
        <translation>10¹² 词元的费用，包括故障与重启。</translation>
    </message>
    <message>
        <source>How long the job takes, failures and restarts included.</source>
        <translation>任务所需的时间，包括故障与重启。</translation>
    </message>
    <message>
        <source>What the machines that are paid for draw at the wall, with switches and cooling.</source>
        <translation>付费的机器的总输入功率，含交换机与冷却。</translation>
    </message>
    <message>
        <source>hours</source>
        <translation>小时</translation>
    </message>
    <message>
        <source>days</source>
        <translation>天</translation>
    </message>
    <message>
        <source>d</source>
        <comment>days</comment>
        <translation>天</translation>
    </message>
    <message>
        <source>weeks</source>
        <translation>周</translation>
    </message>
    <message>
        <source>w</source>
        <comment>weeks</comment>
        <translation>周</translation>
    </message>
    <message>
        <source>Unit of the time within which it is done</source>
        <translation>完成期限的单位</translation>
    </message>
    <message>
        <source>The share of each GPU&apos;s memory that a plan leaves free.</source>
        <translation>方案在每块 GPU 的显存中留空的份额。</translation>
    </message>
    <message>
        <source>any</source>
        <comment>training runtime</comment>
        <translation>任意</translation>
    </message>
    <message>
        <source>Software</source>
        <translation>软件</translation>
    </message>
    <message>
        <source>software</source>
        <comment>undo step: Set …</comment>
        <translation>软件</translation>
    </message>
    <message>
        <source>The price of all machines that are bought, in whole units, with their network. It does not bind machines that are rented or owned already.</source>
        <translation>所购机器（整数个采购单元）连同其网络的总价。它不限制租用或已经拥有的机器。</translation>
    </message>
    <message>
        <source>The training runtime that the job runs on. What it does by default is assumed where the job does not say it, and only layouts that it can start are searched. With any, all are: which runtimes run one stands beside it.</source>
        <translation>作业所用的训练运行时。作业没有说明之处按其默认设置假定，并且只搜索它能启动的布局。选择“任意”时搜索全部：旁边会说明哪些运行时能运行该布局。</translation>
    </message>
    <message>
        <source>%1, or any where it cannot be</source>
        <comment>training runtime</comment>
        <translation>%1；无法使用时为任意</translation>
    </message>
    <message>
        <source>%1 per million tokens = cost per hour × 10⁶ ÷ (output tokens per second × 3600)</source>
        <comment>sign of a currency</comment>
        <translation>每百万词元 %1 = 每小时费用 × 10⁶ ÷（每秒输出词元 × 3600）</translation>
    </message>
    <message>
        <source>%1 per iteration = cost per hour × seconds of an iteration ÷ 3600</source>
        <comment>sign of a currency</comment>
        <translation>每次迭代 %1 = 每小时费用 × 一次迭代的秒数 ÷ 3600</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::GoalText</name>
    <message>
        <source>Not whole sequences of %1 tokens. Use %2 or %3.</source>
        <translation>不是 %1 词元的整数个序列。请使用 %2 或 %3。</translation>
    </message>
    <message numerus="yes">
        <source>%1 can&apos;t power the %n GPUs asked for: together they draw %2.</source>
        <translation>
            <numerusform>%1 不足以为所要求的 %n 个 GPU 供电：它们共需 %2。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 can&apos;t pay for the %n GPUs asked for: together they cost %2.</source>
        <translation>
            <numerusform>%1 不足以支付所要求的 %n 个 GPU：它们共需 %2。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 can&apos;t power a single GPU: the least that one draws is %2.</source>
        <translation>%1 连一个 GPU 都供不起：最省的一个也需 %2。</translation>
    </message>
    <message>
        <source>%1 can&apos;t pay for a single GPU: the cheapest costs %2.</source>
        <translation>%1 连一个 GPU 都付不起：最便宜的需 %2。</translation>
    </message>
    <message numerus="yes">
        <source>%1 is too short: even %n GPUs at their peak rate take %2.</source>
        <translation>
            <numerusform>%1 太短：即使 %n 个 GPU 以峰值运行也需 %2。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is too little: even GPUs at their peak rate cost %2.</source>
        <translation>%1 太少：即使 GPU 以峰值运行也需 %2。</translation>
    </message>
    <message>
        <source>%1 can&apos;t power GPUs that finish within %2: even at their peak rate they draw at least %3.</source>
        <translation>%1 供不起能在 %2 内完成的 GPU：即使以峰值运行也至少需 %3。</translation>
    </message>
    <message>
        <source>%1 can&apos;t pay for GPUs that finish within %2: even at their peak rate they cost at least %3.</source>
        <translation>%1 付不起能在 %2 内完成的 GPU：即使以峰值运行也至少花费 %3。</translation>
    </message>
    <message numerus="yes">
        <source>The degrees asked for (%1) take at least %n GPUs: %2 may be used.</source>
        <translation>
            <numerusform>所要求的并行度（%1）至少需要 %n 个 GPU：可用的只有 %2 个。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 can&apos;t power a unit of %n GPUs: the least that one draws is %2.</source>
        <translation>
            <numerusform>%1 供不起一个 %n 块 GPU 的单位：最省的一个也需 %2。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 can&apos;t pay for a unit of %n GPUs: the cheapest costs %2.</source>
        <translation>
            <numerusform>%1 付不起一个 %n 块 GPU 的单位：最便宜的需 %2。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::GpuShelf</name>
    <message>
        <source>Search hardware</source>
        <translation>搜索硬件</translation>
    </message>
    <message>
        <source>Name, memory, link…</source>
        <translation>名称、显存、互联…</translation>
    </message>
    <message>
        <source>Hardware</source>
        <translation>硬件</translation>
    </message>
    <message>
        <source>New GPU type…</source>
        <translation>新建 GPU 类型…</translation>
    </message>
    <message>
        <source>Clear search</source>
        <translation>清除搜索</translation>
    </message>
    <message>
        <source>Nothing matches “%1”.</source>
        <translation>没有与“%1”匹配的项。</translation>
    </message>
    <message>
        <source>Number of nodes</source>
        <translation>节点数</translation>
    </message>
    <message>
        <source>Nodes:</source>
        <translation>节点：</translation>
    </message>
    <message>
        <source>Prices…</source>
        <translation>价格…</translation>
    </message>
    <message>
        <source>Import prices</source>
        <translation>导入价格</translation>
    </message>
    <message>
        <source>Choose a GPU or a node first</source>
        <translation>请先选择一种 GPU 或节点</translation>
    </message>
    <message>
        <source>Edit a copy of %1</source>
        <translation>编辑 %1 的副本</translation>
    </message>
    <message>
        <source>Add to the cluster</source>
        <translation>加入集群</translation>
    </message>
    <message>
        <source>Add several…</source>
        <translation>加入多个…</translation>
    </message>
    <message>
        <source>Edit copy…</source>
        <translation>编辑副本…</translation>
    </message>
    <message>
        <source>Import prices…</source>
        <translation>导入价格…</translation>
    </message>
    <message>
        <source>Tables (*.csv *.tsv);;All files (*)</source>
        <translation>表格 (*.csv *.tsv);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Drop to import prices from %1</source>
        <translation>放下以从 %1 导入价格</translation>
    </message>
    <message>
        <source>The prices in force, and yours from a table (CSV), which can be dropped here, too</source>
        <translation>现行价格，以及来自表格（CSV）的您的价格，表格也可以拖放到此处</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <comment>what was done, whom it reaches</comment>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>提供商</translation>
    </message>
    <message>
        <source>Show only what one provider sells</source>
        <translation>只显示一家提供商出售的项</translation>
    </message>
    <message>
        <source>All providers</source>
        <translation>所有提供商</translation>
    </message>
    <message>
        <source>Number of racks</source>
        <translation>机架数</translation>
    </message>
    <message>
        <source>Racks:</source>
        <translation>机架：</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::GpuTypeDialog</name>
    <message>
        <source>New GPU type</source>
        <translation>新建 GPU 类型</translation>
    </message>
    <message>
        <source>Name:</source>
        <translation>名称：</translation>
    </message>
    <message>
        <source>Vendor:</source>
        <translation>厂商：</translation>
    </message>
    <message>
        <source>Memory:</source>
        <translation>显存：</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>Memory bandwidth:</source>
        <translation>显存带宽：</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>GB/s</translation>
    </message>
    <message>
        <source>bf16, dense:</source>
        <translation>bf16，稠密：</translation>
    </message>
    <message>
        <source>TFLOP/s</source>
        <translation>TFLOP/s</translation>
    </message>
    <message>
        <source>fp8, dense:</source>
        <translation>fp8，稠密：</translation>
    </message>
    <message>
        <source>Link to peers, one direction:</source>
        <translation>与同伴的互联，单向：</translation>
    </message>
    <message>
        <source>GPUs joined by the link</source>
        <translation>由该互联连接的 GPU</translation>
    </message>
    <message>
        <source>GPUs joined by it:</source>
        <translation>互联的 GPU 数：</translation>
    </message>
    <message>
        <source>Host link, one direction:</source>
        <translation>主机链路，单向：</translation>
    </message>
    <message>
        <source>Power:</source>
        <translation>功率：</translation>
    </message>
    <message>
        <source>W</source>
        <translation>W</translation>
    </message>
    <message>
        <source>Source:</source>
        <translation>来源：</translation>
    </message>
    <message>
        <source>Note:</source>
        <translation>备注：</translation>
    </message>
    <message>
        <source>enter a value</source>
        <translation>请输入值</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Enter a name with letters or digits.</source>
        <translation>请输入含字母或数字的名称。</translation>
    </message>
    <message>
        <source>The catalogue has a type “%1” already; choose another name.</source>
        <translation>目录中已有类型“%1”；请换一个名称。</translation>
    </message>
    <message>
        <source>Memory must be above zero.</source>
        <translation>显存必须大于零。</translation>
    </message>
    <message>
        <source>Memory bandwidth must be above zero.</source>
        <translation>显存带宽必须大于零。</translation>
    </message>
    <message>
        <source>The bf16 rate must be above zero.</source>
        <translation>bf16 速率必须大于零。</translation>
    </message>
    <message>
        <source>The host link must be above zero.</source>
        <translation>主机链路必须大于零。</translation>
    </message>
    <message>
        <source>Say where the figures come from.</source>
        <translation>请说明数据的出处。</translation>
    </message>
    <message>
        <source>%1 (own)</source>
        <comment>name of a copy</comment>
        <translation>%1（自有）</translation>
    </message>
    <message>
        <source>Price to buy one:</source>
        <translation>单块购置价：</translation>
    </message>
    <message>
        <source>Rent of one:</source>
        <translation>单块租金：</translation>
    </message>
    <message>
        <source>%1/h</source>
        <comment>code of a currency</comment>
        <translation>%1/小时</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::GroupsPage</name>
    <message>
        <source>Program on groups</source>
        <translation>分组程序</translation>
    </message>
    <message>
        <source>Groups of each pool</source>
        <translation>各资源池的组</translation>
    </message>
    <message>
        <source>Older than the plan</source>
        <translation>早于当前方案</translation>
    </message>
    <message>
        <source>Not planned yet. Run cuts mixed GPUs into groups of equal ones.</source>
        <translation>尚未规划。“运行”会将混合的 GPU 划分为由相同 GPU 组成的组。</translation>
    </message>
    <message>
        <source>Looking for the fastest program on groups…</source>
        <translation>正在寻找最快的分组程序…</translation>
    </message>
    <message>
        <source>Stopped before a program was found.</source>
        <translation>在找到程序之前已停止。</translation>
    </message>
    <message>
        <source>All GPUs work at one speed: groups of them would all do the same.</source>
        <translation>所有 GPU 速度相同：分组后各组所做的都一样。</translation>
    </message>
    <message>
        <source>No program.</source>
        <translation>没有程序。</translation>
    </message>
    <message>
        <source>No layout of the pools fits their memory: add GPUs, or larger ones.</source>
        <translation>资源池的任何布局都超出其显存：请增加 GPU 或使用更大的 GPU。</translation>
    </message>
    <message>
        <source>A step takes %1: %2 of work and %3 of gradients, weights and optimizer behind it.</source>
        <translation>一步用时 %1：其中 %2 为工作，随后 %3 用于梯度、权重与优化器。</translation>
    </message>
    <message>
        <source>No program on groups takes less than %1.</source>
        <translation>任何分组程序的用时都不少于 %1。</translation>
    </message>
    <message>
        <source>Tensors are split inside the groups alone; between them the batch is, by speed, and gradients are summed once a step.</source>
        <translation>张量只在组内切分；组间按速度划分批次，每步对梯度求和一次。</translation>
    </message>
    <message>
        <source>%1 of the optimizer&apos;s state lie on GPUs that have room.</source>
        <translation>优化器状态中的 %1 放在有空余显存的 GPU 上。</translation>
    </message>
    <message>
        <source>A limit of the job is not kept.</source>
        <translation>任务的一项限制未被满足。</translation>
    </message>
    <message>
        <source>%1 of %2 GPUs</source>
        <translation>%1 组，每组 %2 个 GPU</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Pool</source>
        <translation>资源池</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>Inside a group</source>
        <translation>组内</translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation>微批次</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>Recomputed</source>
        <translation>重计算的层数</translation>
    </message>
    <message>
        <source>Sequences of a group</source>
        <translation>每组的序列数</translation>
    </message>
    <message>
        <source>Share of the batch</source>
        <translation>批次份额</translation>
    </message>
    <message>
        <source>Work ends at</source>
        <translation>计算结束于</translation>
    </message>
    <message>
        <source>Export the groups</source>
        <translation>导出分组</translation>
    </message>
    <message>
        <source>Export groups as text…</source>
        <translation>将分组导出为文本…</translation>
    </message>
    <message>
        <source>Text (*.txt)</source>
        <translation>文本 (*.txt)</translation>
    </message>
    <message>
        <source>Export groups as JSON…</source>
        <translation>将分组导出为 JSON…</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Export groups as a PyTorch script…</source>
        <translation>将分组导出为 PyTorch 脚本…</translation>
    </message>
    <message>
        <source>Python (*.py)</source>
        <translation>Python (*.py)</translation>
    </message>
    <message>
        <source>Export the proof of the groups…</source>
        <translation>导出分组的证明…</translation>
    </message>
    <message>
        <source>Certificate (*.certificate)</source>
        <translation>证明书 (*.certificate)</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::Hints</name>
    <message>
        <source>Close the hints</source>
        <translation>关闭提示</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>hint 1 of 4</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一条</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::IterationPage</name>
    <message>
        <source>Not planned yet. Run places the roles on the GPUs.</source>
        <translation>尚未规划。“运行”会将角色放置到 GPU 上。</translation>
    </message>
    <message>
        <source>Placing the roles…</source>
        <translation>正在放置角色…</translation>
    </message>
    <message>
        <source>Stopped before a placement was found.</source>
        <translation>在找到放置之前已停止。</translation>
    </message>
    <message>
        <source>The job of this scenario is no post-training.</source>
        <translation>该情景的任务不是后训练。</translation>
    </message>
    <message>
        <source>No placement.</source>
        <translation>没有放置。</translation>
    </message>
    <message>
        <source>No placement holds all roles.</source>
        <translation>没有能容纳所有角色的放置。</translation>
    </message>
    <message>
        <source>Iteration</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>Calls of an iteration</source>
        <translation>一次迭代的调用</translation>
    </message>
    <message>
        <source>What is shown of the placement</source>
        <translation>放置的显示内容</translation>
    </message>
    <message>
        <source>All views of the placement</source>
        <translation>放置的所有视图</translation>
    </message>
    <message>
        <source>Sets</source>
        <translation>GPU 组</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>组成</translation>
    </message>
    <message>
        <source>Time of each set: work of roles, and waiting</source>
        <translation>各组的时间：角色的工作与等待</translation>
    </message>
    <message>
        <source>Memory of a GPU of each set at its fullest</source>
        <translation>各组中一个 GPU 在最满时的显存</translation>
    </message>
    <message>
        <source>What an iteration is made of</source>
        <translation>一次迭代的组成</translation>
    </message>
    <message>
        <source>Sets of GPUs</source>
        <translation>GPU 组</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>heading and value</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Arrows walk the calls, + and − zoom, A and D pan, F shows all.</source>
        <translation>方向键在各次调用之间移动，+ 和 − 缩放，A 和 D 平移，F 显示全部。</translation>
    </message>
    <message>
        <source>no GPU</source>
        <translation>不占 GPU</translation>
    </message>
    <message>
        <source>Call</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>On</source>
        <translation>所在 GPU</translation>
    </message>
    <message>
        <source>Begins</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Ends</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>Takes</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>Mostly</source>
        <translation>主要为</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>%1, engine</source>
        <comment>a role</comment>
        <translation>%1，引擎</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Set</source>
        <translation>组</translation>
    </message>
    <message>
        <source>Layouts</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>Works</source>
        <translation>工作</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>忙碌</translation>
    </message>
    <message>
        <source>Waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Peak mem</source>
        <translation>峰值显存</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>Offloads</source>
        <translation>卸载</translation>
    </message>
    <message>
        <source>seconds of an iteration</source>
        <translation>一次迭代的秒数</translation>
    </message>
    <message>
        <source>GiB of the fullest GPU</source>
        <translation>最满的 GPU 的 GiB</translation>
    </message>
    <message>
        <source>iteration</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>份额</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>seconds of the longest way through an iteration</source>
        <translation>一次迭代中最长路径的秒数</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::IterationView</name>
    <message>
        <source>%1 %2</source>
        <comment>part of a time, duration</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Timeline of an iteration</source>
        <translation>一次迭代的时间线</translation>
    </message>
    <message>
        <source>Older than the plan</source>
        <translation>早于当前方案</translation>
    </message>
    <message>
        <source>%1, %2: %3 from %4 to %5</source>
        <comment>role, call, duration, begin, end</comment>
        <translation>%1，%2：%3，自 %4 至 %5</translation>
    </message>
    <message>
        <source>on the GPUs of %1</source>
        <comment>roles</comment>
        <translation>位于 %1 的 GPU 上</translation>
    </message>
    <message>
        <source>The iteration is as long as this way.</source>
        <translation>迭代的时长即为此路径的时长。</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::JobDetailsDialog</name>
    <message>
        <source>“%1” is not a number.</source>
        <translation>“%1”不是数字。</translation>
    </message>
    <message>
        <source>Must be from %1 to %2.</source>
        <translation>必须在 %1 到 %2 之间。</translation>
    </message>
    <message>
        <source>All limits of the job</source>
        <translation>任务的所有限制</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>%1, at most</source>
        <translation>%1，最多</translation>
    </message>
    <message>
        <source>All pools together, at most</source>
        <translation>所有资源池合计，最多</translation>
    </message>
    <message>
        <source>Enter a whole number up to %1, the number of GPUs there are.</source>
        <translation>请输入不超过 %1 的整数：共有这么多 GPU。</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>What an hour costs when GPUs are bought or owned.</source>
        <translation>购买或自有 GPU 时一小时的费用。</translation>
    </message>
    <message>
        <source>Service life, years</source>
        <translation>使用年限</translation>
    </message>
    <message>
        <source>Residual value, %</source>
        <translation>此后的残值，%</translation>
    </message>
    <message>
        <source>Utilisation (hours in use), %</source>
        <translation>使用的小时，%</translation>
    </message>
    <message>
        <source>PUE (facility power ÷ IT power)</source>
        <translation>设施与整机功率之比 (PUE)</translation>
    </message>
    <message>
        <source>Charge for GPUs that a strategy leaves idle</source>
        <translation>策略未使用的 GPU 也计费用</translation>
    </message>
    <message>
        <source>cost of idle GPUs</source>
        <translation>闲置 GPU 的费用</translation>
    </message>
    <message>
        <source>Reliability</source>
        <translation>可靠性</translation>
    </message>
    <message>
        <source>Failures and checkpoints of a long run. Empty values are assumed.</source>
        <translation>干扰长时间运行的因素。空值取假定值。</translation>
    </message>
    <message>
        <source>GPU failures per hour</source>
        <translation>每 GPU 小时故障数</translation>
    </message>
    <message>
        <source>assumed</source>
        <translation>假定</translation>
    </message>
    <message>
        <source>Restart time, seconds</source>
        <translation>重启，秒</translation>
    </message>
    <message>
        <source>Checkpoint storage bandwidth, GB/s</source>
        <translation>检查点存储，GB/s</translation>
    </message>
    <message>
        <source>Checkpoint interval, seconds</source>
        <translation>检查点间隔，秒</translation>
    </message>
    <message>
        <source>the best interval</source>
        <translation>最佳间隔</translation>
    </message>
    <message>
        <source>no ramp-up</source>
        <translation>不递增</translation>
    </message>
    <message>
        <source>Initial batch (ramp-up)</source>
        <translation>起始批次</translation>
    </message>
    <message>
        <source>Batch increment</source>
        <translation>批次增量</translation>
    </message>
    <message>
        <source>Ramp-up length, sequences</source>
        <translation>递增所跨的序列数</translation>
    </message>
    <message>
        <source>Numerics</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>How the arithmetic is done.</source>
        <translation>运算的方式。</translation>
    </message>
    <message>
        <source>Gradient precision</source>
        <translation>梯度求和精度</translation>
    </message>
    <message>
        <source>gradient precision</source>
        <translation>梯度精度</translation>
    </message>
    <message>
        <source>Fused attention (FlashAttention)</source>
        <translation>不在显存中保存分数矩阵的注意力</translation>
    </message>
    <message>
        <source>flash attention</source>
        <translation>flash attention</translation>
    </message>
    <message>
        <source>expert load imbalance</source>
        <translation>专家负载</translation>
    </message>
    <message>
        <source>Expert load imbalance (fullest ÷ mean rank)</source>
        <translation>专家：最满 rank 与平均之比</translation>
    </message>
    <message>
        <source>Back to the assumed value</source>
        <translation>恢复为假定值</translation>
    </message>
    <message>
        <source>Values that a strategy may have: a list such as 1 2 4 8, or a range such as 1-8. Empty: all of them.</source>
        <translation>策略可取的值：列表如 1 2 4 8，或范围如 1-8。留空：全部。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>setting and value</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Exactly: a strategy uses every GPU on the canvas; the number is changed there. At most: it may leave GPUs unused in every pool, and uses no more than is entered here.</source>
        <translation>恰好：策略使用画布上的每一块 GPU；要用其他数量，请在画布上设置。至多：策略可让任一资源池中的 GPU 闲置，所用不超过此处输入的数量。</translation>
    </message>
    <message>
        <source>Exactly the GPUs of the canvas</source>
        <translation>恰好使用画布上的 GPU</translation>
    </message>
    <message>
        <source>At most this many</source>
        <translation>至多使用这么多</translation>
    </message>
    <message>
        <source>they do not</source>
        <translation>不计费用</translation>
    </message>
    <message>
        <source>%1, assumed</source>
        <translation>%1（假定）</translation>
    </message>
    <message>
        <source>Power, %1 per kWh</source>
        <comment>code of a currency</comment>
        <translation>电价，%1/kWh</translation>
    </message>
    <message>
        <source>Hosting, %1 per kW and month</source>
        <comment>code of a currency</comment>
        <translation>托管，%1/(kW·月)</translation>
    </message>
    <message>
        <source>no price</source>
        <translation>无价格</translation>
    </message>
    <message>
        <source>Space, cooling and staff, by the power of the machines. Empty: hosting has no price and none is counted.</source>
        <translation>场地、冷却与人员，按机器的功率计。留空：托管没有价格，不计入。</translation>
    </message>
    <message>
        <source>Must be a whole number.</source>
        <translation>必须是整数。</translation>
    </message>
    <message>
        <source>Discount rate a year, %</source>
        <translation>年折现率，%</translation>
    </message>
    <message>
        <source>Years that a hall is used</source>
        <translation>机房的使用年数</translation>
    </message>
    <message>
        <source>Counted in the cost of ownership.</source>
        <translation>计入拥有成本。</translation>
    </message>
    <message>
        <source>Hall of one&apos;s own, %1 per kW</source>
        <comment>code of a currency</comment>
        <translation>自有机房，%1/kW</translation>
    </message>
    <message>
        <source>To build it, for a kW of machines and switches, for the years that the machines fill.</source>
        <translation>建造费用，按机器与交换机每 kW 计，分摊到机器占用它的年数。</translation>
    </message>
    <message>
        <source>Storage bought with the machines, %1</source>
        <comment>code of a currency</comment>
        <translation>随机器购买的存储，%1</translation>
    </message>
    <message>
        <source>Support a year, % of the purchase</source>
        <translation>每年的支持服务，占购置价的 %</translation>
    </message>
    <message>
        <source>Staff a year, %1</source>
        <comment>code of a currency</comment>
        <translation>每年的人员费用，%1</translation>
    </message>
    <message>
        <source>not stated</source>
        <translation>未给出</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>place, id of a cloud region</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Average emissions of the grid over a year. %1, %2.</source>
        <translation>电网一年的平均排放。%1，%2。</translation>
    </message>
    <message>
        <source>Electricity of the grid of</source>
        <translation>电力所来自的电网</translation>
    </message>
    <message>
        <source>grid</source>
        <translation>电网</translation>
    </message>
    <message>
        <source>Carbon of a kWh, g of CO₂ equivalent</source>
        <translation>每 kWh 的碳排放，g CO₂ 当量</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Fine-tuning</source>
        <translation>微调</translation>
    </message>
    <message>
        <source>What is trained of a model that is trained already, and on which samples.</source>
        <translation>在已训练好的模型上训练哪些部分、用哪些样本。</translation>
    </message>
    <message>
        <source>Method of fine-tuning</source>
        <translation>微调方法</translation>
    </message>
    <message>
        <source>none: all weights, from the start</source>
        <translation>无：从头训练全部权重</translation>
    </message>
    <message>
        <source>all weights (SFT)</source>
        <translation>全部权重（SFT）</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>rank of the adapters</source>
        <translation>适配器的秩</translation>
    </message>
    <message>
        <source>Must be a whole number from 1 to %1.</source>
        <translation>必须是 1 到 %1 的整数。</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>秩</translation>
    </message>
    <message>
        <source>Products with adapters</source>
        <translation>带适配器的矩阵乘</translation>
    </message>
    <message>
        <source>every product</source>
        <translation>所有矩阵乘</translation>
    </message>
    <message>
        <source>Frozen parts</source>
        <translation>冻结部分</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Must be a number of tokens, 1 or more.</source>
        <translation>必须是词元数，不小于 1。</translation>
    </message>
    <message>
        <source>as long as the sequence</source>
        <translation>与序列一样长</translation>
    </message>
    <message>
        <source>Sample length, mean (tokens)</source>
        <translation>样本长度，平均（词元）</translation>
    </message>
    <message>
        <source>Sample length, median</source>
        <translation>样本长度，中位数</translation>
    </message>
    <message>
        <source>Sample length, 90th percentile</source>
        <translation>样本长度，第 90 百分位</translation>
    </message>
    <message>
        <source>Sample length, longest</source>
        <translation>样本长度，最长</translation>
    </message>
    <message>
        <source>Pack samples into full sequences</source>
        <translation>把样本打包成完整序列</translation>
    </message>
    <message>
        <source>packing</source>
        <translation>打包</translation>
    </message>
    <message>
        <source>Reference model of a preference loss</source>
        <translation>偏好损失的参考模型</translation>
    </message>
    <message>
        <source>a frozen copy</source>
        <translation>一份冻结副本</translation>
    </message>
    <message>
        <source>computed before</source>
        <translation>事先计算</translation>
    </message>
    <message>
        <source>the model without adapters</source>
        <translation>不带适配器的模型本身</translation>
    </message>
    <message>
        <source>Reference model (DPO)</source>
        <translation>参考模型（DPO）</translation>
    </message>
    <message>
        <source>reference model</source>
        <translation>参考模型</translation>
    </message>
    <message>
        <source>method of fine-tuning</source>
        <translation>微调方法</translation>
    </message>
    <message>
        <source>Mean time to repair, hours</source>
        <translation>平均修复时间，小时</translation>
    </message>
    <message>
        <source>a node is replaced at once</source>
        <translation>节点立即更换</translation>
    </message>
    <message>
        <source>Share of failures that need a repair</source>
        <translation>需要修复的故障份额</translation>
    </message>
    <message>
        <source>Share of repairs of a whole failure domain</source>
        <translation>整个故障域的修复份额</translation>
    </message>
    <message>
        <source>Goodput that spare nodes should hold</source>
        <translation>备用节点应保证的有效产出率</translation>
    </message>
    <message>
        <source>not asked</source>
        <translation>未要求</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::KindModel</name>
    <message>
        <source>#</source>
        <comment>rank</comment>
        <translation>#</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::KindRanking</name>
    <message>
        <source>Older than the plan</source>
        <translation>早于当前方案</translation>
    </message>
    <message>
        <source>All columns</source>
        <translation>所有列</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::LayerList</name>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Add &amp;layers</source>
        <translation>添加层(&amp;L)</translation>
    </message>
    <message>
        <source>Adds layers like the chosen ones behind them.</source>
        <translation>在所选层之后添加同样的层。</translation>
    </message>
    <message>
        <source>Add &amp;pattern</source>
        <translation>添加模式(&amp;P)</translation>
    </message>
    <message>
        <source>Adds a pattern behind the chosen one: layers that follow each other, several times.</source>
        <translation>在所选模式之后添加一个模式：依次相接并重复多次的层。</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>移除(&amp;R)</translation>
    </message>
    <message>
        <source>Removes the chosen layers or the chosen pattern.</source>
        <translation>移除所选的层或模式。</translation>
    </message>
    <message>
        <source>Move &amp;up</source>
        <translation>上移(&amp;U)</translation>
    </message>
    <message>
        <source>Moves what is chosen one place up.</source>
        <translation>将所选内容上移一位。</translation>
    </message>
    <message>
        <source>Move &amp;down</source>
        <translation>下移(&amp;D)</translation>
    </message>
    <message>
        <source>Moves what is chosen one place down.</source>
        <translation>将所选内容下移一位。</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Layers in a row</source>
        <translation>连续层数</translation>
    </message>
    <message>
        <source>Tokens are mixed by</source>
        <translation>词元混合方式</translation>
    </message>
    <message>
        <source>Channels are mixed by</source>
        <translation>通道混合方式</translation>
    </message>
    <message>
        <source>Once:</source>
        <comment>a pattern of layers</comment>
        <translation>一次：</translation>
    </message>
    <message>
        <source>%1 times:</source>
        <comment>a pattern of layers</comment>
        <translation>%1 次：</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::LayoutEditor</name>
    <message>
        <source>My layout</source>
        <translation>我的布局</translation>
    </message>
    <message>
        <source>Type a strategy, paste launch arguments of Megatron-LM, or edit the stages below.</source>
        <translation>输入一个策略，粘贴 Megatron-LM 的启动参数，或编辑下方的阶段。</translation>
    </message>
    <message>
        <source>Strategy as text</source>
        <translation>策略文本</translation>
    </message>
    <message>
        <source>tp=8 pp=4 dp=2 mbs=1 recompute=selective</source>
        <translation>tp=8 pp=4 dp=2 mbs=1 recompute=selective</translation>
    </message>
    <message>
        <source>Stages of the pipeline</source>
        <translation>流水线的阶段</translation>
    </message>
    <message>
        <source>Pool</source>
        <translation>资源池</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Tensor parallel</source>
        <translation>张量并行</translation>
    </message>
    <message>
        <source>Add to ranking</source>
        <translation>加入排名</translation>
    </message>
    <message>
        <source>%1 tokens/s, step %2 (80 % band %3 to %4), memory %5 of the limit</source>
        <translation>%1 词元/秒，单步 %2（80 % 区间 %3 至 %4），显存为上限的 %5</translation>
    </message>
    <message>
        <source>%1 per 1T tokens</source>
        <translation>%1 每 1T 词元</translation>
    </message>
    <message>
        <source>%1 against the best</source>
        <translation>与最佳相比 %1</translation>
    </message>
    <message>
        <source>S%1</source>
        <comment>stage</comment>
        <translation>S%1</translation>
    </message>
    <message>
        <source>Pool of stage %1</source>
        <translation>阶段 %1 的资源池</translation>
    </message>
    <message>
        <source>Layers of stage %1</source>
        <translation>阶段 %1 的层数</translation>
    </message>
    <message>
        <source>Tensor parallelism of stage %1</source>
        <translation>阶段 %1 的张量并行度</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::LengthsField</name>
    <message>
        <source>Fixed</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>Uniform</source>
        <translation>均匀</translation>
    </message>
    <message>
        <source>Percentiles</source>
        <translation>百分位</translation>
    </message>
    <message>
        <source>Trace file…</source>
        <translation>轨迹文件…</translation>
    </message>
    <message>
        <source>Published trace</source>
        <translation>公开的轨迹</translation>
    </message>
    <message>
        <source>%1: how they are told</source>
        <comment>lengths of prompts</comment>
        <translation>%1：说明方式</translation>
    </message>
    <message>
        <source>%1, tokens</source>
        <comment>lengths of prompts</comment>
        <translation>%1，词元</translation>
    </message>
    <message>
        <source>%1, at least</source>
        <comment>lengths of prompts</comment>
        <translation>%1，至少</translation>
    </message>
    <message>
        <source>%1, at most</source>
        <comment>lengths of prompts</comment>
        <translation>%1，至多</translation>
    </message>
    <message>
        <source>%1, median</source>
        <comment>lengths of prompts</comment>
        <translation>%1，中位数</translation>
    </message>
    <message>
        <source>%1, 90th percentile</source>
        <comment>lengths of prompts</comment>
        <translation>%1，第 90 百分位</translation>
    </message>
    <message>
        <source>%1, 99th percentile</source>
        <comment>lengths of prompts</comment>
        <translation>%1，第 99 百分位</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>%1: which published trace</source>
        <comment>lengths of prompts</comment>
        <translation>%1：哪条公开的轨迹</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>at least</source>
        <translation>至少</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>至多</translation>
    </message>
    <message>
        <source>median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>90th percentile</source>
        <translation>第 90 百分位</translation>
    </message>
    <message>
        <source>99th percentile</source>
        <translation>第 99 百分位</translation>
    </message>
    <message>
        <source>file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>trace</source>
        <translation>轨迹</translation>
    </message>
    <message>
        <source>The least is more than the most.</source>
        <translation>最小值大于最大值。</translation>
    </message>
    <message>
        <source>Each percentile must be at least the one before it.</source>
        <translation>每个百分位不得小于前一个。</translation>
    </message>
    <message>
        <source>Choose a trace of requests</source>
        <translation>选择请求轨迹</translation>
    </message>
    <message>
        <source>Traces (*.csv);;All files (*)</source>
        <translation>轨迹 (*.csv);;所有文件 (*)</translation>
    </message>
    <message>
        <source>mean %1, median %2, 99 % below %3 tokens; from %4</source>
        <comment>lengths of a trace and its source</comment>
        <translation>平均 %1，中位数 %2，99 % 低于 %3 词元；来自 %4</translation>
    </message>
    <message>
        <source>mean %1 tokens</source>
        <translation>平均 %1 词元</translation>
    </message>
    <message>
        <source>Azure 2023, code</source>
        <translation>Azure 2023，代码</translation>
    </message>
    <message>
        <source>Azure 2023, chat</source>
        <translation>Azure 2023，聊天</translation>
    </message>
    <message>
        <source>Mooncake, chat</source>
        <translation>Mooncake，聊天</translation>
    </message>
    <message>
        <source>Mooncake, synthetic</source>
        <translation>Mooncake，合成</translation>
    </message>
    <message>
        <source>arXiv, summaries</source>
        <translation>arXiv，摘要</translation>
    </message>
    <message>
        <source>ShareGPT, sample</source>
        <translation>ShareGPT，样本</translation>
    </message>
    <message>
        <source>ServeGen, large</source>
        <translation>ServeGen，大</translation>
    </message>
    <message>
        <source>ServeGen, medium</source>
        <translation>ServeGen，中</translation>
    </message>
    <message>
        <source>ServeGen, small</source>
        <translation>ServeGen，小</translation>
    </message>
    <message>
        <source>ServeGen, DeepSeek-R1</source>
        <translation>ServeGen，DeepSeek-R1</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::LoadPlots</name>
    <message>
        <source>Figures against requests per second</source>
        <translation>各数值随每秒请求的变化</translation>
    </message>
    <message>
        <source>TTFT, s</source>
        <translation>TTFT，秒</translation>
    </message>
    <message>
        <source>TPOT, ms</source>
        <translation>TPOT，毫秒</translation>
    </message>
    <message>
        <source>Batch, sequences</source>
        <translation>批，序列</translation>
    </message>
    <message>
        <source>KV use, %</source>
        <translation>KV 占用，%</translation>
    </message>
    <message>
        <source>%1 at %2 requests/s: %3</source>
        <comment>quantity, load, value</comment>
        <translation>%2 请求/秒时的 %1：%3</translation>
    </message>
    <message>
        <source>requests/s</source>
        <translation>请求/秒</translation>
    </message>
    <message>
        <source>promised %1</source>
        <translation>承诺 %1</translation>
    </message>
    <message>
        <source>traffic</source>
        <translation>流量</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::LogView</name>
    <message>
        <source>Log of the search</source>
        <translation>搜索日志</translation>
    </message>
    <message>
        <source>Nothing was searched yet.</source>
        <translation>尚未搜索。</translation>
    </message>
    <message>
        <source>%1  Search %2</source>
        <translation>%1  搜索问题 %2</translation>
    </message>
    <message>
        <source>  model %1, sequence length %2, global batch %3</source>
        <translation>  模型 %1，序列长度 %2，全局批次 %3</translation>
    </message>
    <message numerus="yes">
        <source>  %1 configurations, %n thread(s)</source>
        <translation>
            <numerusform>  %1 个配置，%n 个线程</numerusform>
        </translation>
    </message>
    <message>
        <source>  evaluated %1; pruned by a rule %2, by a limit %3, by memory %4, by the bound %5</source>
        <translation>  已评估 %1；剪枝：规则 %2，限制 %3，显存 %4，界 %5</translation>
    </message>
    <message>
        <source>%1 after %2</source>
        <translation>%2 后 %1</translation>
    </message>
    <message>
        <source>  %1  step %2, %3 tokens/s</source>
        <translation>  %1  单步 %2，%3 词元/秒</translation>
    </message>
    <message>
        <source>%1 per GPU hour</source>
        <translation>每 GPU 小时 %1</translation>
    </message>
    <message>
        <source>%1 per GPU</source>
        <translation>每 GPU %1</translation>
    </message>
    <message>
        <source>owned, %1 a GPU</source>
        <translation>自有，每 GPU %1</translation>
    </message>
    <message>
        <source>no price</source>
        <translation>无价格</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1, utilisation %2, %3 per kWh, PUE %4</source>
        <translation>%1，使用时间占 %2，每 kWh %3，PUE %4</translation>
    </message>
    <message>
        <source>, service life %1 years, residual value %2</source>
        <translation>，%1 年，残值为购价的 %2</translation>
    </message>
    <message>
        <source>%1 at most %2</source>
        <comment>limit and value</comment>
        <translation>%1 至多 %2</translation>
    </message>
    <message>
        <source>  goal %1, seed %2</source>
        <translation>  目标 %1，种子 %2</translation>
    </message>
    <message>
        <source>  %1 tokens, precision %2, optimizer %3</source>
        <translation>  %1 词元，精度 %2，优化器 %3</translation>
    </message>
    <message>
        <source>  pool %1: %2 nodes of %3 %4, at most %5 used; %6</source>
        <translation>  资源池 %1：%2 个节点，每个 %3 %4，至多使用 %5；%6</translation>
    </message>
    <message>
        <source>  cost basis %1</source>
        <translation>  费用口径 %1</translation>
    </message>
    <message>
        <source>  no limits but memory, headroom %1</source>
        <translation>  除显存外无限制，其中 %1 留空</translation>
    </message>
    <message>
        <source>  limits: %1; memory headroom %2</source>
        <translation>  限制：%1；显存的 %2 留空</translation>
    </message>
    <message>
        <source>  allowed %1: %2</source>
        <translation>  允许 %1：%2</translation>
    </message>
    <message>
        <source>  with your own rules</source>
        <translation>  另有自定义规则</translation>
    </message>
    <message>
        <source>  %1  %2, step %3</source>
        <comment>when, figure of the goal, step</comment>
        <translation>  %1  %2，单步 %3</translation>
    </message>
    <message>
        <source>, %1 for its share of the network</source>
        <translation>，其网络分摊部分 %1</translation>
    </message>
    <message>
        <source>, network without a price</source>
        <translation>，网络无价格</translation>
    </message>
    <message>
        <source>, hosting %1 a kW and month</source>
        <translation>，托管每 kW 每月 %1</translation>
    </message>
    <message>
        <source>, hosting without a price</source>
        <translation>，托管无价格</translation>
    </message>
    <message>
        <source>done by %1</source>
        <translation>%1 前完成</translation>
    </message>
    <message>
        <source>  model %1, task %2: %3</source>
        <comment>name, task, what is asked as JSON</comment>
        <translation>  模型 %1，任务 %2：%3</translation>
    </message>
    <message>
        <source>Planned after %1</source>
        <translation>规划用时 %1</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::LyingBars</name>
    <message>
        <source>Older than the plan</source>
        <translation>早于当前方案</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <comment>row, part, value</comment>
        <translation>%1，%2：%3</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::MarkDialog</name>
    <message>
        <source>Slow GPUs of %1</source>
        <translation>%1 的慢速 GPU</translation>
    </message>
    <message>
        <source>Failed GPUs of %1</source>
        <translation>%1 的故障 GPU</translation>
    </message>
    <message>
        <source>Node, from 0 to %1:</source>
        <translation>节点，从 0 到 %1：</translation>
    </message>
    <message>
        <source>GPU of the node:</source>
        <translation>节点的 GPU：</translation>
    </message>
    <message>
        <source>The whole node</source>
        <translation>整个节点</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>Its kernels take:</source>
        <translation>其内核用时：</translation>
    </message>
    <message>
        <source>Its links take:</source>
        <translation>其链路用时：</translation>
    </message>
    <message>
        <source>As many times as long as usual, from 1 to %1. Of a whole node, its links are its network.</source>
        <translation>为平常用时的倍数，从 1 到 %1。对整个节点而言，其链路即其网络。</translation>
    </message>
    <message>
        <source>It is paid for, but no strategy uses it.</source>
        <translation>仍须付费，但没有策略使用它。</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::MarkText</name>
    <message>
        <source>Node %1, GPU %2</source>
        <translation>节点 %1，GPU %2</translation>
    </message>
    <message>
        <source>Node %1</source>
        <translation>节点 %1</translation>
    </message>
    <message>
        <source>%1 × slower</source>
        <translation>慢至 %1 ×</translation>
    </message>
    <message>
        <source>links %1 × slower</source>
        <translation>链路慢至 %1 ×</translation>
    </message>
    <message>
        <source>%1 × slower, links %2 ×</source>
        <translation>慢至 %1 ×，链路 %2 ×</translation>
    </message>
    <message numerus="yes">
        <source>%n slow</source>
        <comment>GPUs or nodes</comment>
        <translation>
            <numerusform>%n 个慢速</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n failed</source>
        <comment>GPUs or nodes</comment>
        <translation>
            <numerusform>%n 个故障</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n spare</source>
        <comment>nodes</comment>
        <translation>
            <numerusform>%n 个备用</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>racks of %n</source>
        <comment>nodes</comment>
        <translation>
            <numerusform>每机架 %n 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>switches of %n</source>
        <comment>nodes</comment>
        <translation>
            <numerusform>每交换机 %n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a GPU or node, its condition</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>故障</translation>
    </message>
    <message>
        <source>As its ranks stand on the nodes, where a slow GPU slows only what waits for it, a step takes %1. The ranking counts %2, with every GPU in use as slow as the slowest of its pool.</source>
        <translation>按各进程在节点上的位置，慢 GPU 只拖慢等待它的部分，一步用时 %1。排名按 %2 计，即把所用的每个 GPU 都当作与其资源池中最慢者一样慢。</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::MendedWords</name>
    <message>
        <source>“%1”</source>
        <translation>“%1”</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <comment>names, behind some of them</comment>
        <translation>
            <numerusform>另外 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 has names with line breaks or other control characters.</source>
        <translation>%1 中的名称含有换行或其他控制字符。</translation>
    </message>
    <message>
        <source>They were read as spaces: %1. The file stays as it is until the plan is saved.</source>
        <translation>它们被读作空格：%1。在保存方案之前文件保持原样。</translation>
    </message>
    <message>
        <source>%1 counts single GPUs, as plans did before.</source>
        <translation>%1 按单个 GPU 计，与以前的方案一样。</translation>
    </message>
    <message>
        <source>Machines are rented and bought whole: set the unit of %1 to a node to pay for whole ones.</source>
        <translation>机器按整台租用和购买：将 %1 的单位设为节点，即按整台付费。</translation>
    </message>
    <message>
        <source>%1 names no training runtime, as plans did before.</source>
        <translation>%1 未指定训练运行时，与旧版方案一样。</translation>
    </message>
    <message>
        <source>It goes on asking for any, the whole space. New plans are asked of %1 where they name none: choose it under Software to see only what it starts.</source>
        <translation>它仍按“任意”（整个空间）搜索。新方案未指定时按 %1 搜索：在“软件”中选择它，就只显示它能启动的方案。</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::MiniMap</name>
    <message>
        <source>Mini-map of the cluster</source>
        <translation>集群缩略图</translation>
    </message>
    <message>
        <source>Drag the frame to move what the canvas shows</source>
        <translation>拖动方框以移动画布所显示的部分</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ModelPanel</name>
    <message>
        <source>%1: read from “%2”</source>
        <translation>%1：读自“%2”</translation>
    </message>
    <message>
        <source>%1: derived, %2</source>
        <translation>%1：推导值，%2</translation>
    </message>
    <message>
        <source>%1: assumed, %2</source>
        <translation>%1：假定值，%2</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>two values on one line</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>Layers · hidden</source>
        <translation>层数 · 隐藏维</translation>
    </message>
    <message>
        <source>Heads · KV heads</source>
        <translation>头数 · KV 头数</translation>
    </message>
    <message>
        <source>FFN · vocabulary</source>
        <translation>FFN · 词表</translation>
    </message>
    <message>
        <source>Experts · active</source>
        <translation>专家 · 激活</translation>
    </message>
    <message>
        <source>Embeddings</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>No model. Drop a config.json here, or</source>
        <translation>没有模型。将 config.json 拖到此处，或</translation>
    </message>
    <message>
        <source>Load…</source>
        <translation>载入…</translation>
    </message>
    <message>
        <source>Choose a preset</source>
        <translation>选择预设</translation>
    </message>
    <message>
        <source>%1 assumed</source>
        <translation>%1 项假定</translation>
    </message>
    <message>
        <source>built in</source>
        <translation>内置</translation>
    </message>
    <message>
        <source>✓ config.json</source>
        <translation>✓ config.json</translation>
    </message>
    <message>
        <source>%1 parameters, %2 active per token</source>
        <translation>%1 个参数，每词元激活 %2</translation>
    </message>
    <message>
        <source>%1 · %2 active</source>
        <translation>%1 · 激活 %2</translation>
    </message>
    <message>
        <source>tied</source>
        <translation>共享</translation>
    </message>
    <message>
        <source>not tied</source>
        <translation>不共享</translation>
    </message>
    <message>
        <source>Enter value…</source>
        <translation>输入值…</translation>
    </message>
    <message>
        <source>Open file</source>
        <translation>打开文件</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>复制详情</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>关闭提示</translation>
    </message>
    <message>
        <source>Load model</source>
        <translation>载入模型</translation>
    </message>
    <message>
        <source>Describe it by hand…</source>
        <translation>手动描述…</translation>
    </message>
    <message>
        <source>described by hand</source>
        <translation>手动描述</translation>
    </message>
    <message>
        <source>✓ Megatron arguments</source>
        <translation>✓ Megatron 参数</translation>
    </message>
    <message>
        <source>✓ ONNX</source>
        <translation>✓ ONNX</translation>
    </message>
    <message>
        <source>Copy the command that shards it</source>
        <translation>复制切分它的命令</translation>
    </message>
    <message>
        <source>Models (*.json *.safetensors *.onnx *.sh *.args *.txt *.yaml *.yml);;All files (*)</source>
        <translation>模型 (*.json *.safetensors *.onnx *.sh *.args *.txt *.yaml *.yml);;所有文件 (*)</translation>
    </message>
    <message>
        <source>%1: read from “%2”, line %3</source>
        <translation>%1：读自“%2”，第 %3 行</translation>
    </message>
    <message>
        <source>Family</source>
        <translation>系列</translation>
    </message>
    <message>
        <source>Load a folder…</source>
        <translation>载入文件夹…</translation>
    </message>
    <message>
        <source>Weights: %1</source>
        <translation>权重：%1</translation>
    </message>
    <message>
        <source>Load the folder of a model</source>
        <translation>载入模型文件夹</translation>
    </message>
    <message>
        <source>Family: %1</source>
        <translation>系列：%1</translation>
    </message>
    <message>
        <source>%1: stated, typed in as the file has none</source>
        <translation>%1：已给出，因文件中没有而输入</translation>
    </message>
    <message>
        <source>This plan refers to “%1” and does not hold it.</source>
        <translation>此方案引用了“%1”，但不包含它。</translation>
    </message>
    <message>
        <source>Nothing of it was read. Read it if you trust where the plan is from.</source>
        <translation>其中的内容未被读取。如果您信任方案的来源，请读取它。</translation>
    </message>
    <message>
        <source>%1 stated</source>
        <translation>%1 项已给出</translation>
    </message>
    <message>
        <source>Read it</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>Leave it out</source>
        <translation>将其排除</translation>
    </message>
    <message>
        <source>It was read and counted: %1 parameters, %2 active per token.</source>
        <translation>已读取并计数：%1 个参数，每词元激活 %2 个。</translation>
    </message>
    <message>
        <source>Part “%1”: %2.</source>
        <translation>部分“%1”：%2。</translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s): %1.</source>
        <translation>
            <numerusform>%n 层：%1。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of kind “%2”</source>
        <comment>a number of layers, the name of their kind</comment>
        <translation>%1 层为“%2”类</translation>
    </message>
    <message>
        <source>It is counted with the default of its class, and planned only with a value of its own: enter the value, or add it to the file.</source>
        <translation>按其类的默认值计数，只有给出自己的值才能规划：请输入该值，或把它加入文件。</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>MLP</source>
        <translation>MLP</translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s), all alike.</source>
        <translation>
            <numerusform>%n 层，全部相同。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n model(s)</source>
        <translation>
            <numerusform>%n 个模型</numerusform>
        </translation>
    </message>
    <message>
        <source>There are more models than roles.</source>
        <translation>模型多于角色。</translation>
    </message>
    <message>
        <source>Post-training has at most one model a role: drop fewer files, or add roles by the steps of the dataflow.</source>
        <translation>后训练中每个角色至多一个模型：请放入更少的文件，或通过数据流的步骤添加角色。</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::Moves</name>
    <message>
        <source>%1 above %2: %3 is better (%4).</source>
        <comment>value, how much, what, its figure</comment>
        <translation>%1：高于 %2 时 %3 更优（%4）。</translation>
    </message>
    <message>
        <source>%1 below %2: %3 is better (%4).</source>
        <comment>value, how much, what, its figure</comment>
        <translation>%1：低于 %2 时 %3 更优（%4）。</translation>
    </message>
    <message>
        <source>No price is known: choose another figure.</source>
        <translation>没有已知的价格：请选择其他指标。</translation>
    </message>
    <message>
        <source>%1 is the best as things are (%2). Within ±%3 that ends:</source>
        <comment>what, its figure, change</comment>
        <translation>%1 在现有条件下最佳（%2）。在 ±%3 之内，以下变动会改变这一点：</translation>
    </message>
    <message>
        <source>%1 stays the best whichever of the first %2 of %3 values changes by ±%4.</source>
        <comment>what, how many, of how many, change</comment>
        <translation>%3 个值中的前 %2 个无论哪一个变化 ±%4，%1 始终最佳。</translation>
    </message>
    <message>
        <source>%1 stays the best whichever value changes by ±%2.</source>
        <comment>what, change</comment>
        <translation>无论哪个数值变动 ±%2，%1 始终最佳。</translation>
    </message>
    <message>
        <source>Stopped: not every value was moved.</source>
        <translation>已停止：并非每个数值都已变动。</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现值</translation>
    </message>
    <message>
        <source>Lower</source>
        <translation>较低</translation>
    </message>
    <message>
        <source>Best there</source>
        <translation>此时最佳</translation>
    </message>
    <message>
        <source>Its figure</source>
        <translation>其指标</translation>
    </message>
    <message>
        <source>Higher</source>
        <translation>较高</translation>
    </message>
    <message>
        <source>First holds</source>
        <translation>第一名保持的范围</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>range in which the first stays the best</comment>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <comment>figure, value</comment>
        <translation>%1（%2 时）</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::NodeTypeDialog</name>
    <message>
        <source>Edit a copy of %1</source>
        <translation>编辑 %1 的副本</translation>
    </message>
    <message>
        <source>Name:</source>
        <translation>名称：</translation>
    </message>
    <message>
        <source>%1 (own)</source>
        <comment>name of a copy</comment>
        <translation>%1（自有）</translation>
    </message>
    <message>
        <source>GPU type:</source>
        <translation>GPU 类型：</translation>
    </message>
    <message>
        <source>GPUs of a node:</source>
        <translation>每个节点的 GPU 数：</translation>
    </message>
    <message>
        <source>Network of a node:</source>
        <translation>单节点网络：</translation>
    </message>
    <message>
        <source>Gb/s</source>
        <translation>Gb/s</translation>
    </message>
    <message>
        <source>Host memory:</source>
        <translation>主机内存：</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>Power of a node:</source>
        <translation>每个节点的功率：</translation>
    </message>
    <message>
        <source>W</source>
        <translation>W</translation>
    </message>
    <message>
        <source>Rent on demand:</source>
        <translation>按需租金：</translation>
    </message>
    <message>
        <source>Price to buy:</source>
        <translation>购置价：</translation>
    </message>
    <message>
        <source>Source:</source>
        <translation>来源：</translation>
    </message>
    <message>
        <source>Note:</source>
        <translation>备注：</translation>
    </message>
    <message>
        <source>Enter a name with letters or digits.</source>
        <translation>请输入含字母或数字的名称。</translation>
    </message>
    <message>
        <source>The catalogue has a type “%1” already; choose another name.</source>
        <translation>目录中已有类型“%1”；请换一个名称。</translation>
    </message>
    <message>
        <source>Say where the figures come from.</source>
        <translation>请说明数据的出处。</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::NumberBox</name>
    <message>
        <source>Must be from %1 to %2.</source>
        <translation>必须在 %1 到 %2 之间。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>name of a field, what is wrong</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::NumberField</name>
    <message>
        <source>“%1” is not a number.</source>
        <translation>“%1”不是数字。</translation>
    </message>
    <message>
        <source>Must be above zero.</source>
        <translation>必须大于零。</translation>
    </message>
    <message>
        <source>Must be a whole number.</source>
        <translation>必须是整数。</translation>
    </message>
    <message>
        <source>Must be at least %1.</source>
        <translation>必须至少为 %1。</translation>
    </message>
    <message>
        <source>Must be at most %1.</source>
        <translation>必须至多为 %1。</translation>
    </message>
    <message>
        <source>Assumed: no file and no person stated this value</source>
        <translation>假定值：没有文件或人给出此值</translation>
    </message>
    <message>
        <source>%1, assumed</source>
        <comment>name of a field</comment>
        <translation>%1（假定）</translation>
    </message>
    <message>
        <source>assumed</source>
        <translation>假定</translation>
    </message>
    <message>
        <source>Back to the default (%1)</source>
        <translation>恢复默认值（%1）</translation>
    </message>
    <message>
        <source>%1 Until then: %2.</source>
        <comment>why a text is refused, and the value that holds meanwhile</comment>
        <translation>%1 在此之前：%2。</translation>
    </message>
    <message>
        <source>hours</source>
        <translation>小时</translation>
    </message>
    <message>
        <source>days</source>
        <translation>天</translation>
    </message>
    <message>
        <source>weeks</source>
        <translation>周</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::OptionPage</name>
    <message>
        <source>Older than the plan.</source>
        <translation>早于当前方案。</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::OutlineModel</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Hardware</source>
        <translation>硬件</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Network, Gb/s</source>
        <translation>网络，Gb/s</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>便签</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <comment>link between two pools</comment>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>A pool needs a name</source>
        <translation>资源池需要名称</translation>
    </message>
    <message>
        <source>There is a pool “%1” already</source>
        <translation>已有名为“%1”的资源池</translation>
    </message>
    <message>
        <source>“%1” is no number of nodes: enter a whole number from 1</source>
        <translation>“%1”不是节点数：请输入从 1 起的整数</translation>
    </message>
    <message>
        <source>“%1” is not a number above zero</source>
        <translation>“%1”不是大于零的数</translation>
    </message>
    <message>
        <source>Rack</source>
        <translation>机架</translation>
    </message>
    <message numerus="yes">
        <source>Rack of %n pools</source>
        <translation>
            <numerusform>含 %n 个池的机架</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>what a rack holds, what it is fed with</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>A rack needs a name</source>
        <translation>机架需要名称</translation>
    </message>
    <message>
        <source>There is a rack “%1” already</source>
        <translation>已有机架“%1”</translation>
    </message>
    <message numerus="yes">
        <source>%n other links</source>
        <translation>
            <numerusform>其他 %n 条链路</numerusform>
        </translation>
    </message>
    <message>
        <source>Links drawn while their pools are selected</source>
        <translation>选中其资源池时才绘制的链路</translation>
    </message>
    <message>
        <source>Power limit of the rack in kW; empty: no limit.</source>
        <translation>填写机架的供电千瓦数；留空：不限。</translation>
    </message>
    <message>
        <source>Number of nodes that fit into the rack; empty: not stated.</source>
        <translation>填写机架可容纳的节点数；留空：未给出。</translation>
    </message>
    <message>
        <source>Networks</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>便签</translation>
    </message>
    <message numerus="yes">
        <source>%n links</source>
        <translation>
            <numerusform>%n 条链路</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n notes</source>
        <translation>
            <numerusform>%n 张便签</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, pool %2 of %3</source>
        <comment>a pool in words</comment>
        <translation>%1，第 %2 个资源池，共 %3 个</translation>
    </message>
    <message>
        <source>%1, rack %2, pool %3 of %4</source>
        <comment>a pool in words</comment>
        <translation>%1，机架 %2，第 %3 个资源池，共 %4 个</translation>
    </message>
    <message>
        <source>Link %1 – %2: %3, link %4 of %5</source>
        <comment>a link in words</comment>
        <translation>链路 %1 – %2：%3，第 %4 条链路，共 %5 条</translation>
    </message>
    <message>
        <source>Note: %1, note %2 of %3</source>
        <comment>a note in words</comment>
        <translation>便签：%1，第 %2 张便签，共 %3 张</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>name of a branch, how many rows</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a column and what stands in it</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Rack %1: %2</source>
        <comment>name, which limit it passes</comment>
        <translation>机架 %1：%2</translation>
    </message>
    <message>
        <source>“%1” is no number of slots: enter a whole number from 1, or nothing</source>
        <translation>“%1”不是槽位数：请输入从 1 起的整数，或留空</translation>
    </message>
    <message>
        <source>%1/GPU·h</source>
        <comment>sign of a currency</comment>
        <translation>%1/GPU·h</translation>
    </message>
    <message>
        <source>%1/node</source>
        <comment>sign of a currency</comment>
        <translation>%1/节点</translation>
    </message>
    <message numerus="yes">
        <source>“%1” is no whole number of units: %n nodes are had at once</source>
        <translation>
            <numerusform>“%1”不是采购单位的整数倍：每次采购 %n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>type of node, condition of its GPUs</comment>
        <translation>%1 · %2</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::OutlinePanel</name>
    <message>
        <source>Outline of the cluster</source>
        <translation>集群大纲</translation>
    </message>
    <message>
        <source>Racks with their pools, pools, networks and notes. Left and Right go from cell to cell and open or close a row, F2 edits a cell, Delete removes rows.</source>
        <translation>机架（含其资源池）、单独的资源池、网络与便签。左右方向键在单元格间移动并展开或折叠行，F2 编辑单元格，Delete 移除行。</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::OwnershipDialog</name>
    <message>
        <source>Rent or buy</source>
        <translation>租用还是购买</translation>
    </message>
    <message>
        <source>Cost of renting and of buying by months of use</source>
        <translation>按使用月数的租用与购买费用</translation>
    </message>
    <message>
        <source>Cost of ownership, term by term</source>
        <translation>逐项的拥有成本</translation>
    </message>
    <message>
        <source>&amp;State costs…</source>
        <translation>给出费用…(&amp;S)</translation>
    </message>
    <message>
        <source>Years, discount rate, hosting or a hall, storage, support and staff</source>
        <translation>年限、折现率、托管或机房、存储、支持服务与人员</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>Search for a strategy first: it says which machines are paid.</source>
        <translation>请先搜索策略：由它得知为哪些机器付费。</translation>
    </message>
    <message>
        <source>The machines are owned already: there is nothing to rent or to buy.</source>
        <translation>机器已经自有：无需租用或购买。</translation>
    </message>
    <message>
        <source>No price to buy is known for these machines. Add a quote, or a price of the pool.</source>
        <translation>这些机器没有已知的购买价格。请添加报价，或为资源池自定价格。</translation>
    </message>
    <message>
        <source>No rent is known for these machines or their GPUs. Add a quote to compare.</source>
        <translation>这些机器及其 GPU 没有已知的租金。请添加报价以便比较。</translation>
    </message>
    <message>
        <source>Term</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Sum</source>
        <translation>金额</translation>
    </message>
    <message>
        <source>How</source>
        <translation>计算方式</translation>
    </message>
    <message>
        <source>months of use</source>
        <translation>使用月数</translation>
    </message>
    <message>
        <source>paid until then</source>
        <translation>至此已付</translation>
    </message>
    <message>
        <source>rent</source>
        <translation>租用</translation>
    </message>
    <message>
        <source>buy</source>
        <translation>购买</translation>
    </message>
    <message>
        <source>After %1 months: renting %2, buying %3</source>
        <translation>%1 个月后：租用 %2，购买 %3</translation>
    </message>
    <message>
        <source>%1 months</source>
        <translation>%1 个月</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::OwnershipWords</name>
    <message>
        <source>%1 at %2 a kW, %3 of %4 years</source>
        <translation>%1，每 kW %2，计 %4 年中的 %3 年</translation>
    </message>
    <message>
        <source>%1 at %2 a kW and month</source>
        <translation>%1，每 kW 每月 %2</translation>
    </message>
    <message>
        <source>%1 at the wall, %2 of the hours, %3 a kWh</source>
        <translation>总输入功率 %1，%2 的小时，每 kWh %3</translation>
    </message>
    <message>
        <source>%1 of the purchase a year</source>
        <translation>每年为购置价的 %1</translation>
    </message>
    <message>
        <source>%1 a year</source>
        <translation>每年 %1</translation>
    </message>
    <message>
        <source>%1 of the purchase after %2 years</source>
        <translation>%2 年后为购置价的 %1</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Storage</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>Hall of one&apos;s own</source>
        <translation>自有机房</translation>
    </message>
    <message>
        <source>Hosting</source>
        <translation>托管</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>电力</translation>
    </message>
    <message>
        <source>Support</source>
        <translation>支持服务</translation>
    </message>
    <message>
        <source>Staff</source>
        <translation>人员</translation>
    </message>
    <message>
        <source>Left at the end</source>
        <translation>期末残值</translation>
    </message>
    <message>
        <source>over %1 years</source>
        <translation>%1 年合计</translation>
    </message>
    <message>
        <source>over %1 years, in money of today at %2 a year</source>
        <translation>%1 年合计，以今天的货币计，年折现率 %2</translation>
    </message>
    <message>
        <source>Cost of ownership</source>
        <translation>拥有成本</translation>
    </message>
    <message>
        <source>hosting or a hall of one&apos;s own</source>
        <translation>托管或自有机房</translation>
    </message>
    <message>
        <source>storage</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>support</source>
        <translation>支持服务</translation>
    </message>
    <message>
        <source>staff</source>
        <translation>人员</translation>
    </message>
    <message>
        <source>Not counted, as nobody states it: %1.</source>
        <translation>无人给出，因此未计入：%1。</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between terms of ownership</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>The job uses %1 of the hours in use over these years: %2.</source>
        <translation>任务占这些年使用小时的 %1：%2。</translation>
    </message>
    <message numerus="yes">
        <source>Buying is cheaper after %n months of use.</source>
        <translation>
            <numerusform>使用 %n 个月后购买更便宜。</numerusform>
        </translation>
    </message>
    <message>
        <source>Buying is cheaper only by what the machines are worth after %1 years.</source>
        <translation>只有计入 %1 年后机器的残值，购买才更便宜。</translation>
    </message>
    <message>
        <source>Renting stays cheaper over all %1 years.</source>
        <translation>在全部 %1 年中租用始终更便宜。</translation>
    </message>
    <message>
        <source>Nobody rents these machines: compared with the least rent of their GPUs, %1.</source>
        <translation>没有人出租这些机器：与其 GPU 的最低租金 %1 比较。</translation>
    </message>
    <message>
        <source>a hall of one&apos;s own</source>
        <translation>自有机房</translation>
    </message>
    <message>
        <source>the discount rate</source>
        <translation>折现率</translation>
    </message>
    <message>
        <source>Counted here, and not in the cost of the job, which has write-off, electricity and hosting: %1.</source>
        <translation>此处计入，而任务费用（只含折旧、电力与托管）未计入：%1。</translation>
    </message>
    <message>
        <source>Owning the machines for %1 years costs %2.</source>
        <translation>拥有这些机器 %1 年的费用为 %2。</translation>
    </message>
    <message>
        <source>%1 months</source>
        <comment>of use</comment>
        <translation>%1 个月</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PanelLayout</name>
    <message>
        <source>This window began without the saved layout.</source>
        <translation>此窗口未使用保存的布局启动。</translation>
    </message>
    <message>
        <source>The last start ended before its window was shown, so panels and window stand as at first.</source>
        <translation>上次启动在窗口显示之前就结束了，因此面板和窗口恢复为初始状态。</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>关闭提示</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::Panels</name>
    <message>
        <source>Hardware</source>
        <translation>硬件</translation>
    </message>
    <message>
        <source>Outline</source>
        <translation>大纲</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Load…</source>
        <translation>载入…</translation>
    </message>
    <message>
        <source>Load model</source>
        <translation>载入模型</translation>
    </message>
    <message>
        <source>Preset…</source>
        <translation>预设…</translation>
    </message>
    <message>
        <source>Choose a preset</source>
        <translation>选择预设</translation>
    </message>
    <message>
        <source>Goal</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>More…</source>
        <translation>更多…</translation>
    </message>
    <message>
        <source>All limits of the job</source>
        <translation>任务的所有限制</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ParetoView</name>
    <message>
        <source>No price for the GPUs used. Enter one, or choose another axis.</source>
        <translation>所用 GPU 没有价格。请输入价格，或选择其他坐标轴。</translation>
    </message>
    <message>
        <source>No strategy to show yet.</source>
        <translation>尚无可显示的策略。</translation>
    </message>
    <message>
        <source>frontier</source>
        <translation>前沿</translation>
    </message>
    <message>
        <source>#1</source>
        <translation>#1</translation>
    </message>
    <message>
        <source>#%1</source>
        <translation>#%1</translation>
    </message>
    <message>
        <source>better</source>
        <translation>更好</translation>
    </message>
    <message>
        <source>Speed against cost</source>
        <translation>速度与费用</translation>
    </message>
    <message>
        <source>Strategies by speed and cost</source>
        <translation>按速度与费用排列的策略</translation>
    </message>
    <message>
        <source>Strategies by speed and cost, as a table</source>
        <translation>按速度与费用排列的策略（表格）</translation>
    </message>
    <message>
        <source>Upwards</source>
        <translation>纵轴</translation>
    </message>
    <message>
        <source>To the right</source>
        <translation>横轴</translation>
    </message>
    <message>
        <source>showing %1 of %2</source>
        <translation>显示 %2 个中的 %1 个</translation>
    </message>
    <message>
        <source>%1 without a price</source>
        <translation>%1 个没有价格</translation>
    </message>
    <message>
        <source>not ranked</source>
        <translation>未排名</translation>
    </message>
    <message>
        <source>per 1T tokens</source>
        <translation>每 1T 词元</translation>
    </message>
    <message>
        <source>nothing beats it on both</source>
        <translation>没有策略在两方面都胜过它</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Frontier</source>
        <translation>前沿</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1 less %2&lt;/b&gt;</source>
        <translation>&lt;b&gt;%1 减 %2&lt;/b&gt;</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>峰值显存</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Swap</source>
        <translation>互换</translation>
    </message>
    <message>
        <source>80 % band of the step: %1 shorter to %2 longer</source>
        <translation>单步的 80 % 区间：短 %1 至长 %2</translation>
    </message>
    <message>
        <source>80 % band of the step %1</source>
        <translation>步的 80 % 区间 %1</translation>
    </message>
    <message>
        <source>Baseline %1: %2 %3, %4 %5</source>
        <comment>scenario, value, axis, value, axis</comment>
        <translation>基准 %1：%2 %3，%4 %5</translation>
    </message>
    <message>
        <source>baseline %1</source>
        <translation>基准 %1</translation>
    </message>
    <message>
        <source>Baseline %1</source>
        <translation>基准 %1</translation>
    </message>
    <message>
        <source>frontier of those evaluated</source>
        <translation>已评估策略的前沿</translation>
    </message>
    <message>
        <source>showing %1 of %2 kept, of %3 evaluated</source>
        <translation>已评估 %3 个，保留 %2 个，显示其中 %1 个</translation>
    </message>
    <message>
        <source>no strategy evaluated beats it on both</source>
        <translation>已评估的策略中没有在两方面都胜过它的</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PartsPanel</name>
    <message>
        <source>Parts of the step</source>
        <translation>单步的组成</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>80 % band %1 to %2</source>
        <translation>80 % 区间 %1 至 %2</translation>
    </message>
    <message>
        <source>Sum</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>on the critical path</source>
        <translation>在关键路径上</translation>
    </message>
    <message>
        <source>send, receive</source>
        <translation>发送、接收</translation>
    </message>
    <message>
        <source>waiting (bubble)</source>
        <translation>等待（气泡）</translation>
    </message>
    <message>
        <source>Idle share by stage</source>
        <translation>各阶段的空闲占比</translation>
    </message>
    <message>
        <source>S%1</source>
        <comment>stage</comment>
        <translation>S%1</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PlacementPage</name>
    <message>
        <source>Layers over machines</source>
        <translation>机器上的层</translation>
    </message>
    <message>
        <source>What is shown of the layers</source>
        <translation>层的显示内容</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Layers of each machine</source>
        <translation>各机器的层</translation>
    </message>
    <message>
        <source>What limits</source>
        <translation>限制因素</translation>
    </message>
    <message>
        <source>Machines and links that limit the flow</source>
        <translation>限制流的机器与链路</translation>
    </message>
    <message>
        <source>Routing</source>
        <translation>路由</translation>
    </message>
    <message>
        <source>Where requests go from each machine</source>
        <translation>请求从各机器的去向</translation>
    </message>
    <message>
        <source>Shorter chains</source>
        <translation>更短的链</translation>
    </message>
    <message>
        <source>Layouts with shorter chains</source>
        <translation>链更短的布局</translation>
    </message>
    <message>
        <source>Older than the plan</source>
        <translation>早于当前方案</translation>
    </message>
    <message>
        <source>Not planned yet. Run lays the layers over the machines.</source>
        <translation>尚未规划。“运行”会把层放置到机器上。</translation>
    </message>
    <message>
        <source>Looking for the layout through which most tokens flow…</source>
        <translation>正在寻找词元流最大的布局…</translation>
    </message>
    <message>
        <source>Stopped before a layout was found.</source>
        <translation>在找到布局之前已停止。</translation>
    </message>
    <message>
        <source>Replicas serve this job. One copy over all machines is asked for by its placement, “layers”.</source>
        <translation>该任务由副本服务。要将一个副本分布于所有机器，请将其放置设为“layers”。</translation>
    </message>
    <message>
        <source>The job of this scenario serves no model.</source>
        <translation>该情景的任务不提供模型服务。</translation>
    </message>
    <message>
        <source>No layout.</source>
        <translation>没有布局。</translation>
    </message>
    <message>
        <source>%1 tokens/s flow, prompts and answers together; no layout exceeds %2 (%3).</source>
        <translation>流为 %1 词元/秒，提示与回答合计；任何布局不超过 %2（%3）。</translation>
    </message>
    <message>
        <source>proven best</source>
        <translation>已证明最佳</translation>
    </message>
    <message>
        <source>gap %1</source>
        <translation>差距 %1</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>至多</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>占用</translation>
    </message>
    <message>
        <source>machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>link</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>What limits the flow</source>
        <translation>限制流的因素</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>From</source>
        <translation>自</translation>
    </message>
    <message>
        <source>To</source>
        <translation>至</translation>
    </message>
    <message>
        <source>Share of requests</source>
        <translation>请求份额</translation>
    </message>
    <message>
        <source>Slowest way</source>
        <translation>最慢路径</translation>
    </message>
    <message>
        <source>Machines on it</source>
        <translation>途经的机器</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PlacementReasons</name>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 词元/秒</translation>
    </message>
    <message>
        <source>no change</source>
        <translation>无变化</translation>
    </message>
    <message>
        <source>No layout of these machines lets more through: that is proven.</source>
        <translation>这些机器的任何布局都不能通过更多：这已得到证明。</translation>
    </message>
    <message>
        <source>No layout of these machines lets more than %1 through; this one is %2 below that.</source>
        <translation>这些机器的任何布局都不能通过超过 %1；此布局比其低 %2。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>what limits, its rate</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>What limits it: %1. What the minimum cut takes of them adds up to the flow.</source>
        <translation>其限制因素：%1。最小割从中取用的部分之和即为流。</translation>
    </message>
    <message>
        <source>In this layout 10 % more of %1 would let %2 through (%3).</source>
        <comment>what limits, rate, change</comment>
        <translation>在此布局中，%1若增加 10 %，可通过 %2（%3）。</translation>
    </message>
    <message numerus="yes">
        <source>%n machine(s) of %1</source>
        <translation>
            <numerusform>%1 的 %n 台机器</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n link(s) of %1 with the coordinator</source>
        <translation>
            <numerusform>%1 与协调器之间的 %n 条链路</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n link(s) from %1 to %2</source>
        <translation>
            <numerusform>从 %1 到 %2 的 %n 条链路</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 flow through %2 of %3 machines, prompts and answers together.</source>
        <comment>tokens, machines, machines</comment>
        <translation>%1 流过 %3 台机器中的 %2 台，提示与回答合计。</translation>
    </message>
    <message>
        <source>It is the first.</source>
        <translation>它就是第一名。</translation>
    </message>
    <message>
        <source>Nothing flows: the machines do not hold all layers one after the other.</source>
        <translation>没有流：这些机器没有依次持有所有层。</translation>
    </message>
    <message>
        <source>%1 flow, %2 against the first; the slowest way takes %3 in place of %4.</source>
        <comment>rate, change, time, time</comment>
        <translation>流为 %1，与第一名相比 %2；最慢路径用时 %3，而第一名为 %4。</translation>
    </message>
    <message>
        <source>What limits the flow</source>
        <translation>限制流的因素</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>Flow with 10 % more of it</source>
        <translation>增加 10 % 时的流</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>all of them</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>machines more or fewer, pool</comment>
        <translation>%2 %1 台</translation>
    </message>
    <message>
        <source>nothing serves</source>
        <translation>没有可行的布局</translation>
    </message>
    <message>
        <source>Nothing keeps the promises as they are.</source>
        <translation>在现有条件下没有布局能兑现承诺。</translation>
    </message>
    <message>
        <source>One more machine of %1: %2 (%3).</source>
        <comment>pool, rate, change</comment>
        <translation>%1 增加一台机器：%2（%3）。</translation>
    </message>
    <message>
        <source>Of one machine more, that of %1 adds the most.</source>
        <translation>在只增加一台机器的情况下，增加 %1 的机器收益最大。</translation>
    </message>
    <message>
        <source>No single machine more lets more through.</source>
        <translation>只增加一台机器，无论哪一种，都不能通过更多。</translation>
    </message>
    <message>
        <source>Without one machine of %1 nothing serves.</source>
        <translation>%1 减少一台机器后，没有可行的布局。</translation>
    </message>
    <message>
        <source>Stopped: not every number of machines was answered.</source>
        <translation>已停止：并非每种机器数都已得出答案。</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Slowest way</source>
        <translation>最慢路径</translation>
    </message>
    <message>
        <source>%1/M tokens</source>
        <comment>sign of a currency</comment>
        <translation>%1/百万词元</translation>
    </message>
    <message numerus="yes">
        <source>%n machine(s) of %1 hold %2 layers each</source>
        <comment>of a pool</comment>
        <translation>
            <numerusform>%1 的 %n 台机器各持有 %2 层</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n machine(s) more of %1</source>
        <comment>of a pool</comment>
        <translation>
            <numerusform>再增加 %n 台 %1 机器</numerusform>
        </translation>
    </message>
    <message>
        <source>The machines hold %1 of the model&apos;s %2 layers: %3. All would be held with %4.</source>
        <comment>layers, layers, what pools hold, what would do</comment>
        <translation>这些机器能持有模型 %2 层中的 %1 层：%3。若有 %4，则可全部持有。</translation>
    </message>
    <message>
        <source> or </source>
        <comment>between machines that would do</comment>
        <translation> 或 </translation>
    </message>
    <message>
        <source>link %1</source>
        <translation>链路 %1</translation>
    </message>
    <message>
        <source>machine %1</source>
        <translation>机器 %1</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>machine or link, time</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 (region %2) %3</source>
        <comment>machine or link, regions, time</comment>
        <translation>%1（区域 %2）%3</translation>
    </message>
    <message>
        <source>%1 is promised to be %2 and is %3 in the nearest layout: a token&apos;s slowest way takes %4 in machines and %5 on links; the longest are %6.</source>
        <comment>key of the job, times, machines and links</comment>
        <translation>%1 承诺为 %2，而最接近的布局为 %3：一个词元最慢的路径在机器上用时 %4，在链路上用时 %5；最长的是 %6。</translation>
    </message>
    <message>
        <source>%1 requests/s flow of %2 that are asked for; what limits them: %3.</source>
        <comment>rates, machines and links</comment>
        <translation>所求 %2 个请求/秒中可流过 %1 个；受限于：%3。</translation>
    </message>
    <message numerus="yes">
        <source>The slowest way of a token takes %1 over %n machine(s).</source>
        <translation>
            <numerusform>一个词元最慢的路径跨 %n 台机器，用时 %1。</numerusform>
        </translation>
    </message>
    <message>
        <source>The traffic asks for %1 of it; %2 are spare.</source>
        <comment>rate, rate</comment>
        <translation>流量要求其中的 %1；%2 有余。</translation>
    </message>
    <message>
        <source>%1 of it are served: %2 users wait for each token that long.</source>
        <comment>rate, users</comment>
        <translation>其中 %1 得到服务：%2 个用户每个词元都等待这么久。</translation>
    </message>
    <message>
        <source>No fewer GPUs that serve this traffic are known; fewer than %1 cannot.</source>
        <comment>GPUs</comment>
        <translation>尚不知道有更少的 GPU 能承担此流量；少于 %1 个则不能。</translation>
    </message>
    <message>
        <source>%1 GPUs serve this traffic as well, which is not proven least: fewer than %2 cannot.</source>
        <comment>GPUs, GPUs</comment>
        <translation>%1 个 GPU 同样能承担此流量，但未证明这是最少的：少于 %2 个则不能。</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PlacementScaleView</name>
    <message>
        <source>Scale</source>
        <translation>规模</translation>
    </message>
    <message>
        <source>Tokens/s against machines of each type</source>
        <translation>词元/秒随各类型机器数的变化</translation>
    </message>
    <message>
        <source>What the plot says</source>
        <translation>图形所说明的</translation>
    </message>
    <message>
        <source>The best layout with more or fewer machines of one type</source>
        <translation>某一类型的机器增加或减少时的最佳布局</translation>
    </message>
    <message>
        <source>Laying the layers over more and over fewer machines…</source>
        <translation>正在以更多和更少的机器放置各层…</translation>
    </message>
    <message>
        <source>Not worked out yet.</source>
        <translation>尚未算出。</translation>
    </message>
    <message>
        <source>machines more, or fewer</source>
        <translation>增加或减少的机器数</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>词元/秒</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PlacementWhyPage</name>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>What limits the first, and what more of it gives</source>
        <translation>第一名的限制因素，以及增加它们的效果</translation>
    </message>
    <message>
        <source>Another layout</source>
        <translation>另一个布局</translation>
    </message>
    <message>
        <source>What limits the other one, and what more of it gives</source>
        <translation>另一个布局的限制因素，以及增加它们的效果</translation>
    </message>
    <message>
        <source>#%1 %2 tokens/s, %3</source>
        <comment>place, rate, slowest way</comment>
        <translation>#%1 %2 词元/秒，%3</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PlanActions</name>
    <message>
        <source>Undone: %1</source>
        <translation>已撤销：%1</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Undo: %1</source>
        <translation>撤销(&amp;U)：%1</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Redo: %1</source>
        <translation>重做(&amp;R)：%1</translation>
    </message>
    <message>
        <source>Loaded model %1</source>
        <translation>已载入模型 %1</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PlanDocument</name>
    <message>
        <source>Untitled</source>
        <translation>未命名</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PlanFiles</name>
    <message>
        <source>Astrolabe plans (*.astrolabe)</source>
        <translation>Astrolabe 方案 (*.astrolabe)</translation>
    </message>
    <message>
        <source>%1 is new: it will be written at the first save.</source>
        <translation>%1 是新文件：首次保存时写入。</translation>
    </message>
    <message>
        <source>Opened %1</source>
        <translation>已打开 %1</translation>
    </message>
    <message>
        <source>Save plan</source>
        <translation>保存方案</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>“%1” has changes that are not saved.</source>
        <translation>“%1”有尚未保存的更改。</translation>
    </message>
    <message>
        <source>They would be lost.</source>
        <translation>这些更改将会丢失。</translation>
    </message>
    <message>
        <source>Choose another…</source>
        <translation>选择其他…</translation>
    </message>
    <message>
        <source>Save elsewhere…</source>
        <translation>另存到别处…</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>显示它</translation>
    </message>
    <message>
        <source>since %1</source>
        <comment>a time</comment>
        <translation>自 %1 起</translation>
    </message>
    <message>
        <source>Open a copy</source>
        <translation>打开副本</translation>
    </message>
    <message>
        <source>Copy of %1</source>
        <translation>%1 的副本</translation>
    </message>
    <message>
        <source>Not saved: %1 is open in another window (since %2).</source>
        <translation>未保存：%1 已在另一窗口中打开（自 %2 起）。</translation>
    </message>
    <message>
        <source>Save it elsewhere, or close the other plan first.</source>
        <translation>请另存到别处，或先关闭另一个方案。</translation>
    </message>
    <message>
        <source>%1 is read-only.</source>
        <translation>%1 是只读的。</translation>
    </message>
    <message>
        <source>It can be changed here, but has to be saved under another name.</source>
        <translation>可以在此更改，但须以另一名称保存。</translation>
    </message>
    <message>
        <source>Use the current one</source>
        <translation>使用最新目录</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Saved %1 again: it had been moved or removed</source>
        <translation>已重新保存 %1：它曾被移动或删除</translation>
    </message>
    <message>
        <source>%1 was not read again.</source>
        <translation>%1 未被重新读取。</translation>
    </message>
    <message>
        <source>No copy of your changes could be written in %1. Save them elsewhere first.</source>
        <translation>无法在 %1 中写入您的更改的副本。请先另存到别处。</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>Pay for whole nodes</source>
        <translation>按整节点付费</translation>
    </message>
    <message>
        <source>Keep single GPUs</source>
        <translation>保持单个 GPU</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PlotPage</name>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Calculating…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PostTrainingMoves</name>
    <message numerus="yes">
        <source>%n GPU(s)</source>
        <translation>
            <numerusform>%n 块 GPU</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 above %2: nothing holds all roles within the limits any more.</source>
        <comment>value, how much</comment>
        <translation>%1 高于 %2：在限制之内不再有能容纳所有角色的方案。</translation>
    </message>
    <message>
        <source>%1 below %2: nothing holds all roles within the limits any more.</source>
        <comment>value, how much</comment>
        <translation>%1 低于 %2：在限制之内不再有能容纳所有角色的方案。</translation>
    </message>
    <message>
        <source>Prompts of an iteration</source>
        <translation>一次迭代的提示数</translation>
    </message>
    <message>
        <source>Answers to a prompt</source>
        <translation>每个提示的回答数</translation>
    </message>
    <message>
        <source>Length of prompts</source>
        <translation>提示长度</translation>
    </message>
    <message>
        <source>Length of answers</source>
        <translation>回答长度</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 词元</translation>
    </message>
    <message>
        <source>seconds of an iteration</source>
        <translation>一次迭代的秒数</translation>
    </message>
    <message>
        <source>%1 an iteration</source>
        <comment>sign of a currency</comment>
        <translation>每次迭代 %1</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>%1 tok/s</source>
        <translation>%1 词元/秒</translation>
    </message>
    <message>
        <source>Nothing holds all roles within the limits as they are.</source>
        <translation>按现状，没有方案能在限制之内容纳所有角色。</translation>
    </message>
    <message>
        <source>nothing holds all roles within the limits</source>
        <translation>没有方案能在限制之内容纳所有角色</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <comment>GPUs, placement, time of an iteration</comment>
        <translation>%1：%2，%3</translation>
    </message>
    <message>
        <source>, %1 an iteration</source>
        <comment>money</comment>
        <translation>，每次迭代 %1</translation>
    </message>
    <message>
        <source>%1: the best is %2.</source>
        <comment>GPUs, how roles stand to each other</comment>
        <translation>%1：最佳为 %2。</translation>
    </message>
    <message>
        <source>From %1 on %2 is the best.</source>
        <comment>GPUs, how roles stand to each other</comment>
        <translation>自 %1 起，%2 最佳。</translation>
    </message>
    <message>
        <source>From %1 to %2 an iteration gets %3 shorter.</source>
        <comment>GPUs, GPUs, share</comment>
        <translation>从 %1 到 %2，一次迭代缩短 %3。</translation>
    </message>
    <message>
        <source>An iteration costs the least on %1: %2.</source>
        <comment>GPUs, money</comment>
        <translation>一次迭代在 %1 上花费最少：%2。</translation>
    </message>
    <message>
        <source>Stopped: not every number of machines was planned.</source>
        <translation>已停止：并非每种机器数量都做了规划。</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>放置</translation>
    </message>
    <message>
        <source>Sets</source>
        <translation>集合</translation>
    </message>
    <message>
        <source>Iteration</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>%1/iteration</source>
        <comment>sign of a currency</comment>
        <translation>%1/迭代</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>忙碌</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PostTrainingPanel</name>
    <message>
        <source>Post-training</source>
        <translation>后训练</translation>
    </message>
    <message>
        <source>Dataflow</source>
        <translation>数据流</translation>
    </message>
    <message>
        <source>Which model generates, runs forward or trains in an iteration, and in which order.</source>
        <translation>一次迭代中哪个模型生成、前向计算或训练，以及按什么顺序。</translation>
    </message>
    <message>
        <source>Steps…</source>
        <translation>步骤…</translation>
    </message>
    <message>
        <source>The steps of an iteration: roles, work, and what comes after what.</source>
        <translation>一次迭代的步骤：角色、工作，以及先后次序。</translation>
    </message>
    <message>
        <source>Steps of an iteration</source>
        <translation>一次迭代的步骤</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>提示数</translation>
    </message>
    <message>
        <source>an iteration</source>
        <translation>每次迭代</translation>
    </message>
    <message>
        <source>Prompts of one iteration.</source>
        <translation>一次迭代的提示数。</translation>
    </message>
    <message>
        <source>prompts of an iteration</source>
        <comment>undo step: Set …</comment>
        <translation>一次迭代的提示数</translation>
    </message>
    <message>
        <source>Answers to a prompt</source>
        <translation>每个提示的回答数</translation>
    </message>
    <message>
        <source>Samples that are generated for each prompt: a group of GRPO, a pair of DPO.</source>
        <translation>为每个提示生成的样本数：GRPO 的一组，DPO 的一对。</translation>
    </message>
    <message>
        <source>answers to a prompt</source>
        <comment>undo step: Set …</comment>
        <translation>每个提示的回答数</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>length of prompts</source>
        <comment>undo step: Set …</comment>
        <translation>提示长度</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>lengths of a published trace</source>
        <comment>undo step: Set …</comment>
        <translation>公开轨迹的长度</translation>
    </message>
    <message>
        <source>Lengths spread as in published traces</source>
        <translation>长度分布与公开轨迹相同</translation>
    </message>
    <message>
        <source>The longest answers set the end of generation. Ticked: the stated tokens are a mean, and lengths are spread around it as assumed from published traces. Not ticked: all answers are this long.</source>
        <translation>最长的回答决定生成何时结束。勾选：给定的词元数为平均值，各长度按公开轨迹假定的分布围绕它变化。不勾选：所有回答都是这一长度。</translation>
    </message>
    <message>
        <source>spread of answers</source>
        <comment>undo step: Set …</comment>
        <translation>回答长度的分布</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Longest answer</source>
        <translation>最长回答</translation>
    </message>
    <message>
        <source>Where generation is cut.</source>
        <translation>生成在此处截断。</translation>
    </message>
    <message>
        <source>longest answer</source>
        <comment>undo step: Set …</comment>
        <translation>最长回答</translation>
    </message>
    <message>
        <source>Mini-batches</source>
        <translation>小批次</translation>
    </message>
    <message>
        <source>Updates that the samples of an iteration are split into.</source>
        <translation>每次迭代的样本所分成的更新次数。</translation>
    </message>
    <message>
        <source>mini-batches</source>
        <comment>undo step: Set …</comment>
        <translation>小批次</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>训练轮数</translation>
    </message>
    <message>
        <source>How often the samples of an iteration are trained on.</source>
        <translation>每次迭代的样本训练多少遍。</translation>
    </message>
    <message>
        <source>epochs of an iteration</source>
        <comment>undo step: Set …</comment>
        <translation>每次迭代的训练轮数</translation>
    </message>
    <message>
        <source>Samples are trained without padding</source>
        <translation>训练样本不作填充</translation>
    </message>
    <message>
        <source>Ticked: the trainer lays samples one behind the other. Not ticked: each is filled up to the longest prompt and the longest answer, and the padding is worked through.</source>
        <translation>勾选：训练器将样本逐个相接。不勾选：每个样本都填充到最长提示与最长回答的长度，填充部分也参与计算。</translation>
    </message>
    <message>
        <source>padding of samples</source>
        <comment>undo step: Set …</comment>
        <translation>样本的填充</translation>
    </message>
    <message>
        <source>Generation</source>
        <translation>生成</translation>
    </message>
    <message>
        <source>Synchronous: generation waits for the newest weights. One step ahead: it goes on with those of the step before, so that no set of GPUs waits for another.</source>
        <translation>同步：生成等待最新的权重。提前一步：用上一步的权重继续生成，使各组 GPU 互不等待。</translation>
    </message>
    <message>
        <source>synchronous</source>
        <translation>同步</translation>
    </message>
    <message>
        <source>one step ahead</source>
        <translation>提前一步</translation>
    </message>
    <message>
        <source>steps ahead</source>
        <comment>undo step: Set …</comment>
        <translation>提前的步数</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>What generates: its overheads, and what it holds back, are part of a prediction.</source>
        <translation>进行生成的引擎：其开销与预留均计入预测。</translation>
    </message>
    <message>
        <source>engine</source>
        <comment>undo step: Set …</comment>
        <translation>引擎</translation>
    </message>
    <message>
        <source>dataflow</source>
        <comment>undo step: Set …</comment>
        <translation>数据流</translation>
    </message>
    <message>
        <source>steps of an iteration</source>
        <comment>undo step: Set …</comment>
        <translation>迭代的步骤</translation>
    </message>
    <message>
        <source>length of answers</source>
        <comment>undo step: Set …</comment>
        <translation>回答长度</translation>
    </message>
    <message numerus="yes">
        <source>%n steps ahead</source>
        <translation>
            <numerusform>提前 %n 步</numerusform>
        </translation>
    </message>
    <message>
        <source>Longest prompt</source>
        <translation>最长提示</translation>
    </message>
    <message>
        <source>What prompts are filled up to where samples are padded.</source>
        <translation>样本补齐时，提示补齐到的长度。</translation>
    </message>
    <message>
        <source>longest prompt</source>
        <comment>undo step: Set …</comment>
        <translation>最长提示</translation>
    </message>
    <message>
        <source>date of the engine</source>
        <comment>undo step: Set …</comment>
        <translation>引擎的日期</translation>
    </message>
    <message>
        <source>Iterations</source>
        <translation>迭代次数</translation>
    </message>
    <message>
        <source>Of the whole job, for limits on its time and cost; 0: it is not said how many.</source>
        <translation>整个任务的迭代次数，用于其时间与成本的限制；0：未说明次数。</translation>
    </message>
    <message>
        <source>iterations of the job</source>
        <comment>undo step: Set …</comment>
        <translation>任务的迭代次数</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>均值</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PostTrainingPareto</name>
    <message>
        <source>Time and cost of an iteration</source>
        <translation>每次迭代的用时与费用</translation>
    </message>
    <message>
        <source>Older than the plan</source>
        <translation>早于当前方案</translation>
    </message>
    <message>
        <source>seconds of an iteration</source>
        <translation>每次迭代的秒数</translation>
    </message>
    <message>
        <source>%1 an iteration</source>
        <comment>sign of a currency</comment>
        <translation>每次迭代 %1</translation>
    </message>
    <message>
        <source>%1: %2, %3 an iteration</source>
        <comment>placement, time, money</comment>
        <translation>%1：%2，每次迭代 %3</translation>
    </message>
    <message>
        <source>none beats them in time and cost</source>
        <translation>在用时和费用上都不被超越</translation>
    </message>
    <message>
        <source>%1, behind</source>
        <comment>how roles stand</comment>
        <translation>%1，落后</translation>
    </message>
    <message>
        <source>shown</source>
        <translation>当前显示</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PostTrainingParetoPage</name>
    <message>
        <source>Pareto</source>
        <translation>帕累托</translation>
    </message>
    <message>
        <source>Time and cost of an iteration</source>
        <translation>一次迭代的时间与成本</translation>
    </message>
    <message>
        <source>What is compared</source>
        <translation>比较的内容</translation>
    </message>
    <message>
        <source>All comparisons</source>
        <translation>所有比较</translation>
    </message>
    <message>
        <source>The best of each form</source>
        <translation>各形式中的最佳</translation>
    </message>
    <message>
        <source>Forms</source>
        <translation>形式</translation>
    </message>
    <message>
        <source>No price is known: there is no cost to weigh against time.</source>
        <translation>没有已知价格：无成本可与时间权衡。</translation>
    </message>
    <message numerus="yes">
        <source>No other placement is both shorter and cheaper than these %n.</source>
        <translation>
            <numerusform>没有其他放置方式同时比这 %n 种更短且更便宜。</numerusform>
        </translation>
    </message>
    <message>
        <source>Shown: %1</source>
        <comment>placement</comment>
        <translation>显示：%1</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>放置</translation>
    </message>
    <message>
        <source>Iteration</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>%1/iteration</source>
        <comment>sign of a currency</comment>
        <translation>%1/迭代</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>形式</translation>
    </message>
    <message>
        <source>Best placement</source>
        <translation>最佳放置</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>忙碌</translation>
    </message>
    <message>
        <source>seconds of an iteration</source>
        <translation>一次迭代的秒数</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PostTrainingScaleView</name>
    <message>
        <source>Not worked out yet.</source>
        <translation>尚未算出。</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>规模</translation>
    </message>
    <message>
        <source>Time and cost of an iteration against GPUs</source>
        <translation>一次迭代的时间和成本与 GPU 数的关系</translation>
    </message>
    <message>
        <source>What the plot says</source>
        <translation>图形所说明的</translation>
    </message>
    <message>
        <source>The best placement on a quarter up to four times the nodes of every pool</source>
        <translation>每个资源池的节点数为四分之一至四倍时的最佳放置</translation>
    </message>
    <message>
        <source>Placing the roles on more and on fewer machines…</source>
        <translation>正在用更多和更少的机器放置各角色…</translation>
    </message>
    <message>
        <source>seconds of an iteration</source>
        <translation>一次迭代的秒数</translation>
    </message>
    <message>
        <source>%1 an iteration</source>
        <comment>sign of a currency</comment>
        <translation>每次迭代 %1</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>seconds of an iteration at the left, %1 at the right</source>
        <comment>sign of a currency</comment>
        <translation>左侧为一次迭代的秒数，右侧为 %1</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PostTrainingSensitivityView</name>
    <message>
        <source>Sensitivity</source>
        <translation>敏感性</translation>
    </message>
    <message>
        <source>Effect of each value on the best placement</source>
        <translation>每个值对最佳放置的影响</translation>
    </message>
    <message>
        <source>Values at which another placement is better</source>
        <translation>使另一种放置更佳的取值</translation>
    </message>
    <message>
        <source>Sensitivity plot</source>
        <translation>敏感性图</translation>
    </message>
    <message>
        <source>Placing the roles anew with each value changed…</source>
        <translation>正在逐一改变每个值并重新放置各角色…</translation>
    </message>
    <message>
        <source>%1: nothing fits</source>
        <comment>value</comment>
        <translation>%1：没有可容纳的方案</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PostTrainingSlides</name>
    <message numerus="yes">
        <source>%1 on %n GPU(s)</source>
        <translation>
            <numerusform>%n 块 GPU 上的 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>roles</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>answers an iteration</source>
        <translation>每次迭代的回答数</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>工作</translation>
    </message>
    <message>
        <source>The best placements</source>
        <translation>最佳的放置</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>放置</translation>
    </message>
    <message>
        <source>Iteration</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>忙碌</translation>
    </message>
    <message numerus="yes">
        <source>%n options for %1</source>
        <translation>
            <numerusform>%1 的 %n 个选项</numerusform>
        </translation>
    </message>
    <message>
        <source>an iteration</source>
        <translation>每次迭代</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>for an iteration</source>
        <translation>每次迭代</translation>
    </message>
    <message>
        <source>of the GPUs&apos; time is work</source>
        <translation>的 GPU 时间用于工作</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <comment>set of GPUs, layouts</comment>
        <translation>%1：%2。</translation>
    </message>
    <message>
        <source>Why this placement</source>
        <translation>为何选择此放置</translation>
    </message>
    <message>
        <source>What it costs</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>an hour</source>
        <translation>每小时</translation>
    </message>
    <message numerus="yes">
        <source>%n GPU(s) take part.</source>
        <translation>
            <numerusform>%n 块 GPU 参与。</numerusform>
        </translation>
    </message>
    <message>
        <source>What it rests on</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>An iteration takes %1 to %2 as far as the prediction knows.</source>
        <translation>就预测所知，一次迭代用时 %1 至 %2。</translation>
    </message>
    <message>
        <source>Answers: %1.</source>
        <translation>回答：%1。</translation>
    </message>
    <message>
        <source>How their lengths spread is assumed, not measured: the longest ones set the end of generation.</source>
        <translation>回答长度的分布为假定，并非实测：最长的回答决定生成何时结束。</translation>
    </message>
    <message>
        <source>Fast, or cheap</source>
        <translation>求快，还是求省</translation>
    </message>
    <message>
        <source>Sums of money are hidden.</source>
        <translation>金额已隐藏。</translation>
    </message>
    <message>
        <source>Prices are not known.</source>
        <translation>价格未知。</translation>
    </message>
    <message>
        <source>seconds of an iteration</source>
        <translation>每次迭代的秒数</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <comment>placement, time, money</comment>
        <translation>%1：%2，%3</translation>
    </message>
    <message>
        <source>One iteration: %1</source>
        <translation>一次迭代：%1</translation>
    </message>
    <message>
        <source>%1: %2 busy</source>
        <comment>set of GPUs, share</comment>
        <translation>%1：忙碌 %2</translation>
    </message>
    <message>
        <source>How busy each set of GPUs is</source>
        <translation>各组 GPU 的忙碌程度</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>%1 an iteration</source>
        <comment>sign of a currency</comment>
        <translation>每次迭代 %1</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PostTrainingWhyPage</name>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Another placement</source>
        <translation>另一个放置</translation>
    </message>
    <message>
        <source>Figures that differ</source>
        <translation>有差异的数值</translation>
    </message>
    <message>
        <source>time and cost: %1</source>
        <translation>用时与费用：%1</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>First</source>
        <translation>第一名</translation>
    </message>
    <message>
        <source>This one</source>
        <translation>此放置</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>No placement is within the limits. Of the first one:</source>
        <translation>没有放置方式在限制之内。以下为首个方案：</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PreferencesDialog</name>
    <message>
        <source>Preferences</source>
        <translation>首选项</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>高对比度</translation>
    </message>
    <message>
        <source>&amp;Theme:</source>
        <translation>主题(&amp;T)：</translation>
    </message>
    <message>
        <source>as the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source> pt</source>
        <comment>typographic points</comment>
        <translation> 磅</translation>
    </message>
    <message>
        <source>Text &amp;size:</source>
        <translation>文字大小(&amp;S)：</translation>
    </message>
    <message>
        <source>&amp;Language:</source>
        <translation>语言(&amp;L)：</translation>
    </message>
    <message>
        <source>Show &amp;hints at the next start</source>
        <translation>下次启动时显示提示(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Numbers and dates:</source>
        <translation>数字与日期(&amp;N)：</translation>
    </message>
    <message>
        <source>&amp;At start:</source>
        <translation>启动时(&amp;A)：</translation>
    </message>
    <message>
        <source>The last plan</source>
        <translation>上次的方案</translation>
    </message>
    <message>
        <source>The start page</source>
        <translation>起始页</translation>
    </message>
    <message>
        <source>The sample</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>Those of the system</source>
        <translation>与系统一致</translation>
    </message>
    <message>
        <source>Those of the language</source>
        <translation>与语言一致</translation>
    </message>
    <message>
        <source>A currency has a code of three letters, such as EUR.</source>
        <translation>货币代码由三个字母组成，例如 EUR。</translation>
    </message>
    <message>
        <source>Enter what one dollar is worth in %1.</source>
        <translation>请输入一美元折合多少 %1。</translation>
    </message>
    <message>
        <source>“%1” is not a number above zero.</source>
        <translation>“%1”不是大于零的数。</translation>
    </message>
    <message>
        <source>Enter the day of that rate.</source>
        <translation>请输入该汇率的日期。</translation>
    </message>
    <message>
        <source>“%1” is not a day such as 2026-11-20.</source>
        <translation>“%1”不是有效日期，日期格式如 2026-11-20。</translation>
    </message>
    <message>
        <source>The day of the rate is still to come.</source>
        <translation>汇率日期尚未到来。</translation>
    </message>
    <message>
        <source>1 USD in %1:</source>
        <translation>1 USD 折合 %1：</translation>
    </message>
    <message>
        <source>1 USD in it:</source>
        <translation>1 USD 折合：</translation>
    </message>
    <message>
        <source>%1 Money stays in %2.</source>
        <comment>what is missing, currency</comment>
        <translation>%1金额仍以 %2 显示。</translation>
    </message>
    <message>
        <source>Show &amp;money in:</source>
        <translation>金额币种(&amp;M)：</translation>
    </message>
    <message>
        <source>Fields and figures; plans, files and the command line keep US dollars. The rate is what you enter.</source>
        <translation>用于输入栏与数值；方案、文件与命令行仍用美元。汇率以您输入的为准。</translation>
    </message>
    <message>
        <source>&amp;Day of that rate:</source>
        <translation>汇率日期(&amp;D)：</translation>
    </message>
    <message>
        <source>Date, such as 2026-11-20</source>
        <translation>日期，例如 2026-11-20</translation>
    </message>
    <message>
        <source>&amp;Plots and tiles:</source>
        <translation>图形与图块(&amp;P)：</translation>
    </message>
    <message>
        <source>Also those of figures and reports. Greys and patterns stay apart on a printer without colours.</source>
        <translation>也用于导出的图片与报告。灰度与图案在黑白打印机上仍可区分。</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>彩色</translation>
    </message>
    <message>
        <source>Greys and patterns, for print</source>
        <translation>灰度与图案，用于打印</translation>
    </message>
    <message numerus="yes">
        <source>The rate is older than %n days.</source>
        <translation>
            <numerusform>该汇率已超过 %n 天。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PreferencesFlow</name>
    <message>
        <source>Preferences are not kept.</source>
        <translation>首选项无法保留。</translation>
    </message>
    <message>
        <source>%1 can&apos;t be written: what is chosen now holds until Astrolabe ends. Plans are saved as ever.</source>
        <translation>无法写入 %1：当前的选择在 Astrolabe 退出前有效。方案照常保存。</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PrefixFields</name>
    <message>
        <source>Cached prefix</source>
        <translation>已缓存的前缀</translation>
    </message>
    <message>
        <source>Share of a prompt whose keys and values were computed before.</source>
        <translation>提示中键与值此前已计算过的份额。</translation>
    </message>
    <message>
        <source>cached prefix</source>
        <comment>undo step: Set …</comment>
        <translation>已缓存的前缀</translation>
    </message>
    <message>
        <source>Tokens of all prefixes</source>
        <translation>所有前缀的词元数</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Tokens of all parts of prompts that come again, together: what the memory has no room for is computed again. 0: not said, the cache has room for all.</source>
        <translation>提示中所有重复出现的部分合计的词元数：存储容纳不下的部分会重新计算。0：未说明，缓存容得下全部。</translation>
    </message>
    <message>
        <source>All prefixes</source>
        <translation>所有前缀</translation>
    </message>
    <message>
        <source>tokens of all prefixes</source>
        <comment>undo step: Set …</comment>
        <translation>所有前缀的词元数</translation>
    </message>
    <message>
        <source>Memory of the host, for each GPU, that keeps keys and values of prefixes. Not ticked: the search takes all that there is where it helps.</source>
        <translation>用于保存前缀的键与值的主机内存，按每块 GPU 计。不勾选：搜索在有益之处使用全部可用内存。</translation>
    </message>
    <message>
        <source>Host memory for them</source>
        <translation>为其使用主机内存</translation>
    </message>
    <message>
        <source>Host memory for prefixes, for each GPU</source>
        <translation>用于前缀的主机内存，每块 GPU</translation>
    </message>
    <message>
        <source>host memory as it helps</source>
        <comment>undo step: Set …</comment>
        <translation>主机内存按需使用</translation>
    </message>
    <message>
        <source>host memory for prefixes</source>
        <comment>undo step: Set …</comment>
        <translation>用于前缀的主机内存</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::Presentation</name>
    <message>
        <source>Presentation of %1</source>
        <translation>%1 的演示</translation>
    </message>
    <message>
        <source>Blank</source>
        <translation>黑屏</translation>
    </message>
    <message>
        <source>Keep what was tried?</source>
        <translation>保留所做的尝试吗？</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Drop</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Continue presenting</source>
        <translation>继续演示</translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 词元/秒</translation>
    </message>
    <message>
        <source>%1, page %2 of %3</source>
        <translation>%1，第 %2 页，共 %3 页</translation>
    </message>
    <message>
        <source>what if: not the plan</source>
        <translation>假设：并非方案本身</translation>
    </message>
    <message numerus="yes">
        <source>%1 on %n GPU(s)</source>
        <translation>
            <numerusform>%n 块 GPU 上的 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Pool</source>
        <translation>资源池</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Inside a node</source>
        <translation>节点内</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>The best of %1 strategies</source>
        <translation>%1 个策略中的最佳</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>Δ best</source>
        <translation>Δ 最佳</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>for %1 tokens</source>
        <translation>训练 %1 词元</translation>
    </message>
    <message>
        <source>per 1T tokens</source>
        <translation>每 1T 词元</translation>
    </message>
    <message>
        <source>of the FLOP/s of the GPUs used</source>
        <translation>占所用 GPU 的 FLOP/s</translation>
    </message>
    <message>
        <source>One step takes %1; four of five such runs take %2 to %3.</source>
        <translation>一步耗时 %1；五次此类运行中有四次为 %2 到 %3。</translation>
    </message>
    <message>
        <source>Chosen because</source>
        <translation>选择理由</translation>
    </message>
    <message>
        <source>One step</source>
        <translation>一步</translation>
    </message>
    <message>
        <source>What it costs</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>Money is hidden.</source>
        <translation>金额已隐藏。</translation>
    </message>
    <message>
        <source>for the job</source>
        <translation>整个任务</translation>
    </message>
    <message>
        <source>an hour</source>
        <translation>每小时</translation>
    </message>
    <message>
        <source>drawn</source>
        <translation>功耗</translation>
    </message>
    <message>
        <source>One hour</source>
        <translation>一小时</translation>
    </message>
    <message>
        <source>What it rests on</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>The step is computed, not measured: 80 % band %1 to %2.</source>
        <translation>步时是计算得出而非实测：80 % 区间 %1 到 %2。</translation>
    </message>
    <message>
        <source>With failures %1 of the hours make progress: %2.</source>
        <translation>考虑故障，%1 的时间有进展：%2。</translation>
    </message>
    <message>
        <source>Prices and hardware: catalogue of %1.</source>
        <translation>价格与硬件：%1 的目录。</translation>
    </message>
    <message>
        <source>Assumed</source>
        <translation>假定</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message numerus="yes">
        <source>%n more value(s) are assumed; the report lists all.</source>
        <translation>
            <numerusform>另有 %n 个数值为假定值；报告列出全部。</numerusform>
        </translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>Winner</source>
        <translation>最佳方案</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>Risks</source>
        <translation>风险</translation>
    </message>
    <message>
        <source>No strategy fits</source>
        <translation>没有可行的策略</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>memory of the GPUs</source>
        <translation>显存合计</translation>
    </message>
    <message>
        <source>%1 PFLOP/s</source>
        <translation>%1 PFLOP/s</translation>
    </message>
    <message>
        <source>peak in %1</source>
        <translation>%1 峰值</translation>
    </message>
    <message>
        <source>Tokens per second, beside the next</source>
        <translation>每秒词元数，与后续策略相比</translation>
    </message>
    <message>
        <source>%1 per 1T tokens</source>
        <translation>每 1T 词元 %1</translation>
    </message>
    <message>
        <source>Keep as a scenario</source>
        <translation>保留为新情景</translation>
    </message>
    <message numerus="yes">
        <source>%n options for %1</source>
        <translation>
            <numerusform>%1 的 %n 个选项</numerusform>
        </translation>
    </message>
    <message>
        <source>Option</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>无答案</translation>
    </message>
    <message>
        <source>→ ← · Space · PgDn PgUp</source>
        <translation>→ ← · 空格 · PgDn PgUp</translation>
    </message>
    <message>
        <source>next page, page before</source>
        <translation>下一页、上一页</translation>
    </message>
    <message>
        <source>Home End · number and Enter</source>
        <translation>Home End · 数字加 Enter</translation>
    </message>
    <message>
        <source>first, last, that page</source>
        <translation>第一页、最后一页、指定页</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>blank screen</source>
        <translation>黑屏</translation>
    </message>
    <message>
        <source>H</source>
        <translation>H</translation>
    </message>
    <message>
        <source>hide every sum of money</source>
        <translation>隐藏所有金额</translation>
    </message>
    <message>
        <source>W</source>
        <translation>W</translation>
    </message>
    <message>
        <source>what if: try other hardware</source>
        <translation>假设：试用其他硬件</translation>
    </message>
    <message>
        <source>+ −</source>
        <translation>+ −</translation>
    </message>
    <message>
        <source>size of the text</source>
        <translation>文字大小</translation>
    </message>
    <message>
        <source>?</source>
        <translation>?</translation>
    </message>
    <message>
        <source>these keys</source>
        <translation>显示这些按键</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>leave</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>%1: its scenario is no longer in the plan</source>
        <translation>%1：其情景已不在方案中</translation>
    </message>
    <message>
        <source>%1: not searched yet</source>
        <translation>%1：尚未搜索</translation>
    </message>
    <message>
        <source>%1: its strategy does not fit the plan as it is now</source>
        <translation>%1：其策略与当前方案不符</translation>
    </message>
    <message>
        <source>W what if · B blank · H money · ? keys</source>
        <translation>W 假设 · B 黑屏 · H 金额 · ? 按键</translation>
    </message>
    <message>
        <source>Ranking</source>
        <translation>排名</translation>
    </message>
    <message>
        <source>Speed against price</source>
        <translation>速度与价格</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Breakdown</source>
        <translation>分解</translation>
    </message>
    <message numerus="yes">
        <source>The first %1 of %n stage(s).</source>
        <translation>
            <numerusform>%n 个阶段中的前 %1 个。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2: waits %3 of the step</source>
        <comment>a stage, its GPUs, a share</comment>
        <translation>%1，%2：等待占一步的 %3</translation>
    </message>
    <message>
        <source>%1 tokens/s at %2 per 1T tokens</source>
        <translation>%1 词元/秒，每 1T 词元 %2</translation>
    </message>
    <message>
        <source>Tokens per second of the best</source>
        <translation>最佳策略的每秒词元数</translation>
    </message>
    <message>
        <source>%1 against the best</source>
        <translation>%1 与最佳策略相比</translation>
    </message>
    <message>
        <source>It trains at %1 tokens/s, %2 of the best strategy&apos;s speed.</source>
        <translation>它以 %1 词元/秒训练，为最佳策略速度的 %2。</translation>
    </message>
    <message>
        <source>It is not possible: %1.</source>
        <translation>它不可行：%1。</translation>
    </message>
    <message>
        <source>One step of the best</source>
        <translation>最佳策略的一步</translation>
    </message>
    <message>
        <source>No strategy has a price.</source>
        <translation>没有策略有价格。</translation>
    </message>
    <message>
        <source>One step takes %1</source>
        <translation>一步耗时 %1</translation>
    </message>
    <message>
        <source>Memory of the fullest GPU, stage %1 on %2</source>
        <translation>最满的 GPU 的显存，%2 上的阶段 %1</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>Does</source>
        <translation>作用</translation>
    </message>
    <message>
        <source>%1/GPU h</source>
        <comment>sign of a currency</comment>
        <translation>%1/GPU 小时</translation>
    </message>
    <message>
        <source>%1 = cost per hour × 10¹² ÷ (tokens per second × 3600)</source>
        <comment>$/1T tokens</comment>
        <translation>%1 = 每小时费用 × 10¹² ÷（每秒词元数 × 3600）</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>To buy</source>
        <translation>购置</translation>
    </message>
    <message>
        <source>Chance</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>限制</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>hold</source>
        <translation>满足</translation>
    </message>
    <message>
        <source>broken</source>
        <translation>超出</translation>
    </message>
    <message>
        <source>Each with its best strategy.</source>
        <translation>各取其最佳策略。</translation>
    </message>
    <message>
        <source>The job costs %1, with failures and restarts</source>
        <translation>任务费用为 %1，计入故障与重启</translation>
    </message>
    <message>
        <source>to buy</source>
        <translation>购置</translation>
    </message>
    <message>
        <source>A node, to buy</source>
        <translation>节点，购买</translation>
    </message>
    <message>
        <source>nothing fits</source>
        <translation>没有可行方案</translation>
    </message>
    <message>
        <source>drawn, an estimate</source>
        <translation>耗电（估计值）</translation>
    </message>
    <message>
        <source>Nobody measured this software on %1.</source>
        <translation>该软件在 %1 上无人实测。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>name of a scenario, headline of its page</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PresentationFlow</name>
    <message>
        <source>A presentation has no page for this view.</source>
        <translation>演示中没有此视图对应的页面。</translation>
    </message>
    <message>
        <source>Save view</source>
        <translation>保存视图</translation>
    </message>
    <message>
        <source>Saved “%1” as step %2 of the presentation</source>
        <translation>已将“%1”保存为演示的第 %2 步</translation>
    </message>
    <message>
        <source>The scenario of this step is no longer in the plan.</source>
        <translation>此步骤的情景已不在方案中。</translation>
    </message>
    <message>
        <source>The strategy of this step does not fit the plan as it is now.</source>
        <translation>此步骤的策略与方案的现状不符。</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PresetDialog</name>
    <message>
        <source>Choose a model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>Name, family…</source>
        <translation>名称、系列…</translation>
    </message>
    <message>
        <source>Search models</source>
        <translation>搜索模型</translation>
    </message>
    <message>
        <source>Built-in models</source>
        <translation>内置模型</translation>
    </message>
    <message>
        <source>Use model</source>
        <translation>采用模型</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PreviewText</name>
    <message>
        <source>Size of the pages</source>
        <translation>页面大小</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>页码</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PriceImportDialog</name>
    <message>
        <source>Import prices from %1</source>
        <translation>从 %1 导入价格</translation>
    </message>
    <message>
        <source>Use decimal &amp;comma</source>
        <translation>使用小数逗号(&amp;C)</translation>
    </message>
    <message>
        <source>Rows of the table and what becomes of them</source>
        <translation>表格的行及其处理结果</translation>
    </message>
    <message>
        <source>&amp;GPU type:</source>
        <translation>GPU 类型(&amp;G)：</translation>
    </message>
    <message>
        <source>&amp;Node type:</source>
        <translation>节点类型(&amp;N)：</translation>
    </message>
    <message>
        <source>&amp;Date:</source>
        <translation>日期(&amp;D)：</translation>
    </message>
    <message>
        <source>not in the table</source>
        <translation>不在表格中</translation>
    </message>
    <message numerus="yes">
        <source>%n rows give a price.</source>
        <translation>
            <numerusform>%n 行给出价格。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rows have none: no price, never 0.</source>
        <translation>
            <numerusform>%n 行没有价格：记为无价格，而不是 0。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Import %n prices</source>
        <translation>
            <numerusform>导入 %n 个价格</numerusform>
        </translation>
    </message>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>What happens</source>
        <translation>处理结果</translation>
    </message>
    <message>
        <source>✗ %1</source>
        <translation>✗ %1</translation>
    </message>
    <message>
        <source>✓ to be imported</source>
        <translation>✓ 已采用</translation>
    </message>
    <message>
        <source>— no price</source>
        <translation>— 无价格</translation>
    </message>
    <message>
        <source>Use decimal comma</source>
        <translation>使用小数逗号</translation>
    </message>
    <message>
        <source>&amp;Skip row</source>
        <translation>跳过该行(&amp;S)</translation>
    </message>
    <message>
        <source>Skip row</source>
        <translation>跳过该行</translation>
    </message>
    <message numerus="yes">
        <source>%1 — %n other rows are fine.</source>
        <comment>what is wrong with a row, and how many are not</comment>
        <translation>
            <numerusform>%1 — 其余 %n 行没有问题。</numerusform>
        </translation>
    </message>
    <message>
        <source>Row %1 is skipped.</source>
        <translation>第 %1 行已跳过。</translation>
    </message>
    <message>
        <source>Row %1 is fine.</source>
        <translation>第 %1 行没有问题。</translation>
    </message>
    <message>
        <source>&amp;Include row again</source>
        <translation>重新采用该行(&amp;T)</translation>
    </message>
    <message>
        <source>Include row again</source>
        <translation>重新采用该行</translation>
    </message>
    <message>
        <source>USD for one %1</source>
        <translation>1 %1 折合的美元</translation>
    </message>
    <message>
        <source>no rate</source>
        <translation>无汇率</translation>
    </message>
    <message>
        <source> USD</source>
        <translation> USD</translation>
    </message>
    <message>
        <source>Date of the rate of %1</source>
        <translation>%1 汇率的日期</translation>
    </message>
    <message>
        <source>Date, such as 2026-11-20</source>
        <translation>日期，例如 2026-11-20</translation>
    </message>
    <message>
        <source>of</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>1 %1 =</source>
        <translation>1 %1 =</translation>
    </message>
    <message>
        <source>Price per &amp;hour:</source>
        <translation>每小时价格(&amp;H)：</translation>
    </message>
    <message>
        <source>Price per G&amp;PU hour:</source>
        <translation>每 GPU 小时价格(&amp;P)：</translation>
    </message>
    <message>
        <source>S&amp;ource:</source>
        <translation>来源(&amp;O)：</translation>
    </message>
    <message>
        <source>C&amp;urrency:</source>
        <translation>货币(&amp;U)：</translation>
    </message>
    <message>
        <source>USD per unit o&amp;f it:</source>
        <translation>每单位折合美元(&amp;F)：</translation>
    </message>
    <message>
        <source>Date of the &amp;rate:</source>
        <translation>汇率日期(&amp;R)：</translation>
    </message>
    <message numerus="yes">
        <source>%n rows are skipped as you asked.</source>
        <translation>
            <numerusform>已按要求跳过 %n 行。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rows can&apos;t be taken; see them above.</source>
        <translation>
            <numerusform>%n 行无法采用，见上方。</numerusform>
        </translation>
    </message>
    <message>
        <source>– skipped</source>
        <translation>– 已跳过</translation>
    </message>
    <message>
        <source>Columns as you set them for the last table with this heading.</source>
        <translation>各列按您上次为此表头所设。</translation>
    </message>
    <message>
        <source>not said</source>
        <translation>未说明</translation>
    </message>
    <message>
        <source>Currency &amp;where none is named:</source>
        <translation>未注明时的货币(&amp;W)：</translation>
    </message>
    <message>
        <source>&amp;Take as it stands</source>
        <translation>按原样采用(&amp;K)</translation>
    </message>
    <message>
        <source>Ter&amp;ms:</source>
        <translation>计价方式(&amp;M)：</translation>
    </message>
    <message>
        <source>Pro&amp;vider:</source>
        <translation>提供商(&amp;V)：</translation>
    </message>
    <message>
        <source>R&amp;egion:</source>
        <translation>地区(&amp;E)：</translation>
    </message>
    <message>
        <source>From so man&amp;y units:</source>
        <translation>起订单位数(&amp;Y)：</translation>
    </message>
    <message>
        <source>&amp;Losses of a spot node an hour:</source>
        <translation>竞价节点每小时被收回的次数(&amp;L)：</translation>
    </message>
    <message>
        <source>Price to &amp;buy a node:</source>
        <translation>节点的购买价格(&amp;B)：</translation>
    </message>
    <message>
        <source>Price to buy &amp;a GPU:</source>
        <translation>GPU 的购买价格(&amp;A)：</translation>
    </message>
    <message>
        <source>&amp;1 year, per hour:</source>
        <translation>1 年，每小时(&amp;1)：</translation>
    </message>
    <message>
        <source>&amp;3 years, per hour:</source>
        <translation>3 年，每小时(&amp;3)：</translation>
    </message>
    <message>
        <source>Spot, per hour:</source>
        <translation>竞价，每小时：</translation>
    </message>
    <message>
        <source>Row %1 has no price: nothing of it is taken.</source>
        <translation>第 %1 行没有价格：不采用该行任何内容。</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PriceReach</name>
    <message>
        <source>, </source>
        <comment>between names</comment>
        <translation>、</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <comment>names</comment>
        <translation>
            <numerusform>%1 及另外 %n 种</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A price of a GPU alone holds for every node with it: %n node types get another price (%1).</source>
        <translation>
            <numerusform>单独的 GPU 价格适用于含有它的每种节点：%n 种节点类型得到另一价格（%1）。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of %1</source>
        <comment>nodes, pool</comment>
        <translation>
            <numerusform>%1 的 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n nodes of this plan get another price: %1.</source>
        <translation>
            <numerusform>此方案中 %n 个节点得到另一价格：%1。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PricesDialog</name>
    <message>
        <source>Prices</source>
        <translation>价格</translation>
    </message>
    <message>
        <source>Search prices</source>
        <translation>搜索价格</translation>
    </message>
    <message>
        <source>&amp;Import prices…</source>
        <translation>导入价格…(&amp;I)</translation>
    </message>
    <message>
        <source>From a table (CSV); the next window says which column means what</source>
        <translation>来自表格（CSV）；下一个窗口会询问各列的含义</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>%1 (one GPU)</source>
        <translation>%1（单块 GPU）</translation>
    </message>
    <message>
        <source>What is reckoned with, unless a pool has a price of its own. Quotes that you add or import hold before the prices of the catalogue, for the provider, the region and the number of units that they name, and are kept with the plan.</source>
        <translation>计算所用的价格，除非资源池有自己的价格。您添加或导入的报价对其所注明的提供商、地区和单位数优先于目录中的价格，并随方案保存。</translation>
    </message>
    <message>
        <source>Name, source…</source>
        <translation>名称、来源…</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>提供商</translation>
    </message>
    <message>
        <source>Terms</source>
        <translation>计价方式</translation>
    </message>
    <message>
        <source>All terms</source>
        <translation>所有计价方式</translation>
    </message>
    <message>
        <source>&amp;Add quote…</source>
        <translation>添加报价…(&amp;A)</translation>
    </message>
    <message>
        <source>A price that somebody asks of you</source>
        <translation>别人向您开出的价格</translation>
    </message>
    <message>
        <source>&amp;Edit…</source>
        <translation>编辑…(&amp;E)</translation>
    </message>
    <message>
        <source>The quote; of a list price, a quote of yours like it</source>
        <translation>编辑该报价；若为标价，则编辑一份与之相同的您的报价</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>移除(&amp;R)</translation>
    </message>
    <message>
        <source>The quote; list prices stay</source>
        <translation>移除该报价；标价保留</translation>
    </message>
    <message>
        <source>E&amp;xport…</source>
        <translation>导出…(&amp;X)</translation>
    </message>
    <message>
        <source>The rows shown, as a table (CSV) that can be imported again</source>
        <translation>将所显示的行写成可重新导入的表格（CSV）</translation>
    </message>
    <message>
        <source>Export prices</source>
        <translation>导出价格</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
    <message>
        <source>All providers</source>
        <translation>所有提供商</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>价格</translation>
    </message>
    <message>
        <source>Region</source>
        <translation>地区</translation>
    </message>
    <message>
        <source>From units</source>
        <translation>起订单位数</translation>
    </message>
    <message>
        <source>Interruptions/h</source>
        <translation>每小时中断次数</translation>
    </message>
    <message>
        <source>%1/h</source>
        <translation>%1/小时</translation>
    </message>
    <message>
        <source>yours: %1</source>
        <comment>source of a price</comment>
        <translation>您的：%1</translation>
    </message>
    <message>
        <source>Add a quote</source>
        <translation>添加报价</translation>
    </message>
    <message>
        <source>Edit a quote</source>
        <translation>编辑报价</translation>
    </message>
    <message>
        <source>Remove a quote</source>
        <translation>移除报价</translation>
    </message>
    <message>
        <source>A GPU</source>
        <translation>GPU</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ProgramCode</name>
    <message>
        <source>Text of the program</source>
        <translation>程序文本</translation>
    </message>
    <message>
        <source>No.</source>
        <translation>序号</translation>
    </message>
    <message>
        <source>Instruction</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>时长</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ProgramPage</name>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Synthesise</source>
        <translation>合成</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop the synthesis of the program</source>
        <translation>停止合成程序</translation>
    </message>
    <message>
        <source>Sequences at a time</source>
        <translation>每次序列数</translation>
    </message>
    <message>
        <source>Sequences that one step of the program takes</source>
        <translation>程序一步所取的序列数</translation>
    </message>
    <message>
        <source>The program takes all its sequences at once. Fewer need less memory.</source>
        <translation>程序一次取用全部序列。较少的序列需要较少的显存。</translation>
    </message>
    <message>
        <source>Shares and gain</source>
        <translation>份额与收益</translation>
    </message>
    <message>
        <source>What is shown of the program</source>
        <translation>显示程序的哪一部分</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Collectives</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>Tensors and their sharding</source>
        <translation>张量及其分片</translation>
    </message>
    <message>
        <source>Collectives in order</source>
        <translation>按顺序的集合通信</translation>
    </message>
    <message>
        <source>Timeline of one step of the program, as a table</source>
        <translation>程序一步的时间线（表格）</translation>
    </message>
    <message>
        <source>%1, the whole batch</source>
        <translation>%1，整个批次</translation>
    </message>
    <message>
        <source>&lt;b&gt;One program, unequal shares&lt;/b&gt;</source>
        <translation>&lt;b&gt;一个程序，不等的份额&lt;/b&gt;</translation>
    </message>
    <message>
        <source>Older than the plan: synthesising anew…</source>
        <translation>早于当前方案：正在重新合成…</translation>
    </message>
    <message>
        <source>Synthesising the program…</source>
        <translation>正在合成程序…</translation>
    </message>
    <message>
        <source>All GPUs of this plan are equally fast. A program with unequal shares is for plans that mix types of GPUs.</source>
        <translation>此方案的所有 GPU 速度相同。份额不等的程序用于混合多种 GPU 的方案。</translation>
    </message>
    <message>
        <source>No program.</source>
        <translation>没有程序。</translation>
    </message>
    <message>
        <source>Stopped before a program was found.</source>
        <translation>在找到程序之前已停止。</translation>
    </message>
    <message>
        <source>No program yet.</source>
        <translation>尚无程序。</translation>
    </message>
    <message>
        <source>Step of %1, %2</source>
        <translation>一步 %1，%2</translation>
    </message>
    <message>
        <source>This program, a step</source>
        <translation>此程序，一步</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>%1 ×</source>
        <translation>%1 ×</translation>
    </message>
    <message>
        <source>Data parallel, even shares</source>
        <translation>数据并行，均等份额</translation>
    </message>
    <message>
        <source>Data parallel, by speed</source>
        <translation>数据并行，按速度</translation>
    </message>
    <message>
        <source>Tensor parallel</source>
        <translation>张量并行</translation>
    </message>
    <message>
        <source>Lower bound</source>
        <translation>下界</translation>
    </message>
    <message>
        <source>gap %1</source>
        <translation>差距 %1</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>Found in</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>Older than the plan: stopped.</source>
        <translation>早于当前方案：已停止。</translation>
    </message>
    <message>
        <source>No program was found that fits: %1 lacks at least %2 of memory, even with the smallest micro-batches, re-gathered weights and recomputed layers.</source>
        <translation>没有找到放得下的程序：即使用最小的微批、重新收集权重并重新计算各层，%1 至少还缺 %2 显存。</translation>
    </message>
    <message numerus="yes">
        <source>One fits with %n more node(s) of %1.</source>
        <translation>
            <numerusform>再加 %n 个 %1 节点就有放得下的程序。</numerusform>
        </translation>
    </message>
    <message>
        <source>A strategy with a pipeline may fit.</source>
        <translation>带流水线的策略也许放得下。</translation>
    </message>
    <message>
        <source>Run as</source>
        <translation>运行方式</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Stage of the pipeline whose program is shown</source>
        <translation>显示其程序的流水线阶段</translation>
    </message>
    <message>
        <source>Every stage of the pipeline has a program of its own.</source>
        <translation>流水线的每个阶段都有自己的程序。</translation>
    </message>
    <message>
        <source>Work of this stage</source>
        <translation>此阶段的工作量</translation>
    </message>
    <message>
        <source>Its layers</source>
        <translation>其层</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>layers</comment>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Verifying against one device…</source>
        <translation>正在与单设备比对验证…</translation>
    </message>
    <message>
        <source>✓ verified against one device: largest difference %1</source>
        <translation>✓ 已与单设备比对验证：最大差异 %1</translation>
    </message>
    <message numerus="yes">
        <source>Executed on small tensors, device by device: %1 claims about %2 tensors hold over %n step(s) of training.</source>
        <translation>
            <numerusform>在小张量上逐设备执行：关于 %2 个张量的 %1 条断言在 %n 步训练中全部成立。</numerusform>
        </translation>
    </message>
    <message>
        <source>✗ differs from one device: %1</source>
        <translation>✗ 与单设备不一致：%1</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the text of the program</source>
        <translation>复制程序文本</translation>
    </message>
    <message>
        <source>All views of the program</source>
        <translation>分布式程序的所有视图</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ProgramText</name>
    <message>
        <source>activation</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>parameter</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>constant</source>
        <translation>常量</translation>
    </message>
    <message>
        <source>weights, gradients</source>
        <translation>权重、梯度</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>replicated on every device</source>
        <translation>每个设备上完整</translation>
    </message>
    <message>
        <source>partial sums</source>
        <translation>各部分之和</translation>
    </message>
    <message>
        <source>shards along dim %1</source>
        <translation>沿第 %1 维分片</translation>
    </message>
    <message>
        <source>all-gather, padded</source>
        <translation>all-gather，补齐</translation>
    </message>
    <message>
        <source>all-gather, grouped broadcasts</source>
        <translation>all-gather，成组广播</translation>
    </message>
    <message>
        <source>reduce-scatter, padded</source>
        <translation>reduce-scatter，补齐</translation>
    </message>
    <message>
        <source>reduce-scatter, grouped reduces</source>
        <translation>reduce-scatter，成组归约</translation>
    </message>
    <message>
        <source>all-reduce</source>
        <translation>all-reduce</translation>
    </message>
    <message>
        <source>all-to-all</source>
        <translation>all-to-all</translation>
    </message>
    <message>
        <source>resharding</source>
        <translation>重新分片</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <comment>devices of a pool</comment>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>%1, device %2</source>
        <translation>%1，设备 %2</translation>
    </message>
    <message>
        <source>%1, devices %2 to %3</source>
        <translation>%1，设备 %2 至 %3</translation>
    </message>
    <message>
        <source>Feasible: no program is more than %1 faster</source>
        <translation>可行：没有程序能再快 %1 以上</translation>
    </message>
    <message>
        <source>, stopped early</source>
        <translation>，提前停止</translation>
    </message>
    <message>
        <source>%1, %2: from %3 for %4</source>
        <translation>%1，%2：自 %3 起，持续 %4</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Sharding</source>
        <translation>持有方式</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Collectives</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>Moving</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>No.</source>
        <translation>序号</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Collective</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>To</source>
        <translation>到</translation>
    </message>
    <message>
        <source>Moves</source>
        <translation>传输内容</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>块</translation>
    </message>
    <message>
        <source>Start, s</source>
        <translation>开始（秒）</translation>
    </message>
    <message>
        <source>Computing on %1, ms</source>
        <translation>%1 上的计算（毫秒）</translation>
    </message>
    <message>
        <source>Communication, ms</source>
        <translation>通信（毫秒）</translation>
    </message>
    <message>
        <source>host time, gradient reduction and exposed traffic</source>
        <translation>主机、梯度累加以及没有计算可掩盖的通信</translation>
    </message>
    <message>
        <source>%1, %2 times</source>
        <comment>instruction and count</comment>
        <translation>%1，%2 次</translation>
    </message>
    <message numerus="yes">
        <source>%n micro-batch(es)</source>
        <translation>
            <numerusform>%n 个微批</numerusform>
        </translation>
    </message>
    <message>
        <source>weights re-gathered</source>
        <translation>重新收集权重</translation>
    </message>
    <message>
        <source>layers recomputed</source>
        <translation>重新计算各层</translation>
    </message>
    <message>
        <source>Pipeline of %1 stages, each with a program of its own</source>
        <translation>%1 个阶段的流水线，每个阶段各有一个程序</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1, the slowest</source>
        <translation>%1，最慢</translation>
    </message>
    <message>
        <source>; not ranked: %1</source>
        <translation>；未列入排名：%1</translation>
    </message>
    <message>
        <source>Optimal: no program is faster</source>
        <translation>最优：没有更快的程序</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ProgramTimeline</name>
    <message>
        <source>Timeline of one step of the program</source>
        <translation>程序一步的时间线</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>moves activations</source>
        <translation>传输激活</translation>
    </message>
    <message>
        <source>moves weights</source>
        <translation>传输权重</translation>
    </message>
    <message>
        <source>waits for the slowest</source>
        <translation>等待最慢者</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PropertyText</name>
    <message>
        <source>%1, %2</source>
        <comment>source and its date</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Pool</source>
        <translation>资源池</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>number of nodes, type of node</comment>
        <translation>%1 个 %2</translation>
    </message>
    <message>
        <source>GPUs of a node</source>
        <translation>每个节点的 GPU</translation>
    </message>
    <message>
        <source>%1, assumed</source>
        <translation>%1（假定）</translation>
    </message>
    <message>
        <source>GPU type</source>
        <translation>GPU 型号</translation>
    </message>
    <message>
        <source>Memory of a GPU</source>
        <translation>每个 GPU 的显存</translation>
    </message>
    <message>
        <source>Memory bandwidth</source>
        <translation>显存带宽</translation>
    </message>
    <message>
        <source>Peak, bf16</source>
        <translation>峰值，bf16</translation>
    </message>
    <message>
        <source>%1 TFLOP/s</source>
        <translation>%1 TFLOP/s</translation>
    </message>
    <message>
        <source>Link inside a node</source>
        <translation>节点内互连</translation>
    </message>
    <message>
        <source>Network of a node</source>
        <translation>节点网络</translation>
    </message>
    <message>
        <source>Power of a node</source>
        <translation>每个节点的功率</translation>
    </message>
    <message>
        <source>Rent of a GPU</source>
        <translation>每个 GPU 的租金</translation>
    </message>
    <message>
        <source>no price</source>
        <translation>无价格</translation>
    </message>
    <message>
        <source>Purchase of a node</source>
        <translation>每个节点的购置价</translation>
    </message>
    <message>
        <source>Rack</source>
        <translation>机架</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>excluded</source>
        <translation>已排除</translation>
    </message>
    <message>
        <source>Source of the GPU</source>
        <translation>GPU 数据来源</translation>
    </message>
    <message>
        <source>Source of the node</source>
        <translation>节点数据来源</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Gradient reduction</source>
        <translation>梯度求和</translation>
    </message>
    <message>
        <source>in the network switches (SHARP)</source>
        <translation>在网络交换机内</translation>
    </message>
    <message>
        <source>in the GPUs</source>
        <translation>在 GPU 内</translation>
    </message>
    <message>
        <source>Power limit of a GPU</source>
        <translation>单块 GPU 的功率上限</translation>
    </message>
    <message>
        <source>Host memory of a node</source>
        <translation>节点的主机内存</translation>
    </message>
    <message>
        <source>not known, assumed</source>
        <translation>未知，采用假设值</translation>
    </message>
    <message>
        <source>%1, own figure</source>
        <translation>%1，自定值</translation>
    </message>
    <message>
        <source>%1/h, %2</source>
        <comment>price, whose it is</comment>
        <translation>%1/小时，%2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>price, whose it is</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Network of a node, to buy</source>
        <translation>节点网络的购置价</translation>
    </message>
    <message>
        <source>single GPUs</source>
        <translation>单块 GPU</translation>
    </message>
    <message numerus="yes">
        <source>%n GPUs</source>
        <translation>
            <numerusform>%n 块 GPU</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>whole nodes of %n GPUs</source>
        <translation>
            <numerusform>整节点，每个 %n 块 GPU</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2, an estimate from its GPUs</source>
        <comment>mark of estimates, power</comment>
        <translation>%1 %2，由其 GPU 得出的估计值</translation>
    </message>
    <message>
        <source>Paid for at once</source>
        <translation>一次付费</translation>
    </message>
    <message>
        <source>Rent of a node</source>
        <translation>节点的租金</translation>
    </message>
    <message>
        <source>%1/h</source>
        <translation>%1/小时</translation>
    </message>
    <message numerus="yes">
        <source>whole racks of %1 GPUs, %n nodes each</source>
        <translation>
            <numerusform>整机架，每个 %1 块 GPU、%n 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 GPUs, %n nodes</source>
        <translation>
            <numerusform>%1 块 GPU，%n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 to buy</source>
        <translation>购置 %1</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>mark of estimates, power</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>All of that</source>
        <translation>以上全部</translation>
    </message>
    <message>
        <source>Condition</source>
        <translation>状况</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::QuestionBanner</name>
    <message>
        <source>Enter price…</source>
        <translation>输入价格…</translation>
    </message>
    <message>
        <source>Count as bought</source>
        <translation>按购买计算</translation>
    </message>
    <message>
        <source>Count as rented</source>
        <translation>按租用计算</translation>
    </message>
    <message>
        <source>Remove it</source>
        <translation>将其移除</translation>
    </message>
    <message>
        <source>Leave it out</source>
        <translation>将其排除</translation>
    </message>
    <message numerus="yes">
        <source>Ask for %n GPUs</source>
        <translation>
            <numerusform>改为 %n 个 GPU</numerusform>
        </translation>
    </message>
    <message>
        <source>Allow all GPUs</source>
        <translation>允许全部 GPU</translation>
    </message>
    <message>
        <source>Enter link…</source>
        <translation>输入链路…</translation>
    </message>
    <message>
        <source>Enter network…</source>
        <translation>输入网络…</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>使用 %1</translation>
    </message>
    <message>
        <source>Leave out %1</source>
        <translation>不使用 %1</translation>
    </message>
    <message>
        <source>The search stopped by an internal error while preparing the question.</source>
        <translation>搜索在准备问题时因内部错误而停止。</translation>
    </message>
    <message>
        <source>The search stopped by an internal error while scoring configurations.</source>
        <translation>搜索在评估配置时因内部错误而停止。</translation>
    </message>
    <message>
        <source>The search stopped by an internal error while trying what would make it fit.</source>
        <translation>搜索在尝试可行的更改时因内部错误而停止。</translation>
    </message>
    <message>
        <source>The search stopped by an internal error.</source>
        <translation>搜索因内部错误而停止。</translation>
    </message>
    <message>
        <source>Stale:</source>
        <translation>已过时：</translation>
    </message>
    <message numerus="yes">
        <source>%n change(s) since this run</source>
        <translation>
            <numerusform>此次运行后有 %n 处更改</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>2 changes since this run (what they were)</comment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Restart with changes</source>
        <translation>按更改重新开始</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>重新运行</translation>
    </message>
    <message>
        <source>The %1 results so far are kept.</source>
        <translation>目前的 %1 个结果已保留。</translation>
    </message>
    <message>
        <source>%1.</source>
        <comment>a sentence</comment>
        <translation>%1。</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::QuoteDialog</name>
    <message>
        <source>Quote</source>
        <translation>报价</translation>
    </message>
    <message>
        <source>Node or GPU type:</source>
        <translation>节点或 GPU 类型：</translation>
    </message>
    <message>
        <source>%1 %2 (node)</source>
        <translation>%1 %2（节点）</translation>
    </message>
    <message>
        <source>%1 (one GPU)</source>
        <translation>%1（单块 GPU）</translation>
    </message>
    <message>
        <source>Terms:</source>
        <translation>计价方式：</translation>
    </message>
    <message>
        <source>Price, per hour or to buy:</source>
        <translation>价格，每小时或购买：</translation>
    </message>
    <message>
        <source>Provider:</source>
        <translation>提供商：</translation>
    </message>
    <message>
        <source>Region:</source>
        <translation>地区：</translation>
    </message>
    <message>
        <source>anywhere</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>From so many units:</source>
        <translation>起订单位数：</translation>
    </message>
    <message>
        <source>Nodes, or GPUs where the quote is for a GPU, that have to be taken at once</source>
        <translation>必须一次取得的节点数；若报价针对 GPU，则为 GPU 数</translation>
    </message>
    <message>
        <source>Interruptions of a node an hour:</source>
        <translation>节点每小时中断次数：</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>How often spot takes a node away. Without it, spot has an answer only with a provider of whom it was measured.</source>
        <translation>竞价多久收回一次节点。不填时，只有已测得其中断的提供商，竞价才有结果。</translation>
    </message>
    <message>
        <source>Source:</source>
        <translation>来源：</translation>
    </message>
    <message>
        <source>Date:</source>
        <translation>日期：</translation>
    </message>
    <message>
        <source>Enter a price above 0.</source>
        <translation>请输入大于 0 的价格。</translation>
    </message>
    <message>
        <source>Interruptions must be 0 or more, or empty where nobody says.</source>
        <translation>中断次数须为 0 或更大；无人给出时留空。</translation>
    </message>
    <message>
        <source>Say where the price comes from.</source>
        <translation>请说明价格的来源。</translation>
    </message>
    <message>
        <source>Enter the day of the price, such as 2026-11-20.</source>
        <translation>请输入价格的日期，例如 2026-11-20。</translation>
    </message>
    <message numerus="yes">
        <source>%1 for each of %n GPUs</source>
        <translation>
            <numerusform>%n 块 GPU，每块 %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 an hour for each of %n GPUs</source>
        <translation>
            <numerusform>%n 块 GPU，每块每小时 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>for one GPU</source>
        <translation>每块 GPU</translation>
    </message>
    <message numerus="yes">
        <source>for a node of %n GPUs</source>
        <translation>
            <numerusform>每个 %n GPU 节点</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::RackText</name>
    <message>
        <source>%1 / %2 slots</source>
        <comment>nodes of a rack, how many fit</comment>
        <translation>%1 / %2 槽位</translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <comment>nodes of a rack, how many fit</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>; %1 of %2 slots taken</source>
        <translation>；已占用 %2 个槽位中的 %1 个</translation>
    </message>
    <message>
        <source>, more nodes than fit</source>
        <translation>，节点多于可容纳数</translation>
    </message>
    <message>
        <source>above the rack&apos;s %1</source>
        <translation>超过机架的 %1</translation>
    </message>
    <message numerus="yes">
        <source>more than the rack&apos;s %n slot(s)</source>
        <translation>
            <numerusform>多于机架的 %n 个槽位</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::RankingModel</name>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>selective</source>
        <translation>选择性</translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n 层</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 to %2 layers</source>
        <translation>%1 至 %2 层</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>count and GPU type</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>share and GPU type</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>80 % band %1 to %2</source>
        <translation>80 % 区间 %1 至 %2</translation>
    </message>
    <message>
        <source>cost per hour × 10¹² ÷ (tokens per second × 3600)</source>
        <translation>每小时费用 × 10¹² ÷（每秒词元数 × 3600）</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>排名</translation>
    </message>
    <message>
        <source>#</source>
        <translation>#</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>每秒词元数</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>US dollars per 10¹² tokens</source>
        <translation>每 10¹² 词元的美元费用</translation>
    </message>
    <message>
        <source>Seconds of one training step</source>
        <translation>一个训练步的秒数</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Model FLOPs utilisation</source>
        <translation>模型 FLOPs 利用率</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>Memory of the fullest GPU in % of the limit, which is its capacity less the headroom</source>
        <translation>最满的 GPU 的显存，占扣除余量后的比例</translation>
    </message>
    <message>
        <source>Memory, % of limit</source>
        <translation>峰值显存</translation>
    </message>
    <message>
        <source>GPUs used</source>
        <translation>使用的 GPU</translation>
    </message>
    <message>
        <source>Tensor parallelism, by pool</source>
        <translation>张量并行，按资源池</translation>
    </message>
    <message>
        <source>TP</source>
        <translation>TP</translation>
    </message>
    <message>
        <source>Pipeline stages</source>
        <translation>流水线阶段</translation>
    </message>
    <message>
        <source>PP</source>
        <translation>PP</translation>
    </message>
    <message>
        <source>Data parallelism</source>
        <translation>数据并行</translation>
    </message>
    <message>
        <source>DP</source>
        <translation>DP</translation>
    </message>
    <message>
        <source>Context parallelism</source>
        <translation>上下文并行</translation>
    </message>
    <message>
        <source>CP</source>
        <translation>CP</translation>
    </message>
    <message>
        <source>Expert parallelism</source>
        <translation>专家并行</translation>
    </message>
    <message>
        <source>EP</source>
        <translation>EP</translation>
    </message>
    <message>
        <source>Virtual pipeline: model chunks per stage</source>
        <translation>每个流水线级的虚拟阶段</translation>
    </message>
    <message>
        <source>VP</source>
        <translation>VP</translation>
    </message>
    <message>
        <source>Micro-batch size in sequences</source>
        <translation>每个微批次的序列数</translation>
    </message>
    <message>
        <source>mbs</source>
        <translation>mbs</translation>
    </message>
    <message>
        <source>ZeRO stage: which state is sharded over the replicas</source>
        <translation>ZeRO 级别：在副本间切分的内容</translation>
    </message>
    <message>
        <source>ZeRO</source>
        <translation>ZeRO</translation>
    </message>
    <message>
        <source>Recomputed layers per stage</source>
        <translation>每阶段重计算的层数</translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>Pipeline bubble: share of the step in which a stage waits for others</source>
        <translation>单步中等待的占比</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>Δ best</source>
        <translation>Δ 最佳</translation>
    </message>
    <message>
        <source>TP %1 · PP %2 · DP %3</source>
        <translation>TP %1 · PP %2 · DP %3</translation>
    </message>
    <message>
        <source> · CP %1</source>
        <translation> · CP %1</translation>
    </message>
    <message>
        <source> · EP %1</source>
        <translation> · EP %1</translation>
    </message>
    <message>
        <source>rule: %1</source>
        <translation>规则：%1</translation>
    </message>
    <message>
        <source>%1 over on %2, stage %3</source>
        <translation>%2 的阶段 %3 超出 %1</translation>
    </message>
    <message>
        <source>budget: %1 of %2</source>
        <translation>预算：%2 中的 %1</translation>
    </message>
    <message>
        <source>deadline: %1 of %2</source>
        <translation>期限：%2 中的 %1</translation>
    </message>
    <message>
        <source>power: %1 of %2</source>
        <translation>功率：%2 中的 %1</translation>
    </message>
    <message>
        <source>cost an hour: %1 of %2</source>
        <translation>每小时费用：%2 中的 %1</translation>
    </message>
    <message>
        <source>mine</source>
        <translation>我的</translation>
    </message>
    <message>
        <source>Why it is not possible</source>
        <translation>不可行的原因</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>Tokens per second per GPU</source>
        <translation>每秒每 GPU 词元数</translation>
    </message>
    <message>
        <source>Tokens/s/GPU</source>
        <translation>词元/秒/GPU</translation>
    </message>
    <message>
        <source>Job time</source>
        <translation>任务时间</translation>
    </message>
    <message>
        <source>Job cost</source>
        <translation>任务费用</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>电力</translation>
    </message>
    <message>
        <source>Δ pinned</source>
        <translation>Δ 固定</translation>
    </message>
    <message>
        <source>program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>HAP</source>
        <translation>HAP</translation>
    </message>
    <message>
        <source>One distributed program on all GPUs, with a share for each: see Program</source>
        <translation>在所有 GPU 上运行的一个分布式程序，各占一份：见“程序”</translation>
    </message>
    <message numerus="yes">
        <source>Distributed program in %n stages</source>
        <translation>
            <numerusform>分布式程序，%n 个阶段</numerusform>
        </translation>
    </message>
    <message>
        <source>Distributed program</source>
        <translation>分布式程序</translation>
    </message>
    <message>
        <source>Lower end of the step&apos;s 80 % band</source>
        <translation>步 80 % 区间的下限</translation>
    </message>
    <message>
        <source>Step from</source>
        <translation>步下限</translation>
    </message>
    <message>
        <source>Upper end of the step&apos;s 80 % band</source>
        <translation>步 80 % 区间的上限</translation>
    </message>
    <message>
        <source>Step to</source>
        <translation>步上限</translation>
    </message>
    <message>
        <source>Seconds of one training step; 80 % band %1</source>
        <translation>一个训练步的秒数；80 % 区间 %1</translation>
    </message>
    <message>
        <source>Step %1</source>
        <comment>title; its band in percent</comment>
        <translation>步 %1</translation>
    </message>
    <message>
        <source>optimizer, activations</source>
        <translation>优化器、激活</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source> · in host memory: %1</source>
        <translation> · 主机内存中：%1</translation>
    </message>
    <message>
        <source>What is offloaded to host memory</source>
        <translation>放在主机内存中的内容</translation>
    </message>
    <message>
        <source>Offload</source>
        <translation>主机</translation>
    </message>
    <message>
        <source> · ETP %1</source>
        <translation> · ETP %1</translation>
    </message>
    <message>
        <source>Expert-tensor parallelism</source>
        <translation>专家张量并行</translation>
    </message>
    <message>
        <source>ETP</source>
        <translation>ETP</translation>
    </message>
    <message>
        <source>%1 over in host memory of %2, stage %3</source>
        <translation>%2 的主机内存超出 %1，阶段 %3</translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 词元/秒</translation>
    </message>
    <message>
        <source>%1 for 10¹² tokens</source>
        <translation>每 10¹² 词元 %1</translation>
    </message>
    <message>
        <source>no price</source>
        <translation>无价格</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 tokens/s per GPU</source>
        <translation>%1 词元/秒/GPU</translation>
    </message>
    <message>
        <source>%1 kW</source>
        <translation>%1 kW</translation>
    </message>
    <message>
        <source>Δ pinned GPUs</source>
        <translation>Δ 固定 GPU 数</translation>
    </message>
    <message>
        <source>Δ best GPUs</source>
        <translation>Δ 最佳 GPU 数</translation>
    </message>
    <message>
        <source>GPUs against the strategy pinned last: + is fewer, − is more</source>
        <translation>相对最近固定的策略的 GPU 数：+ 为更少，− 为更多</translation>
    </message>
    <message>
        <source>GPUs against the best: + is fewer, − is more</source>
        <translation>相对最佳策略的 GPU 数：+ 为更少，− 为更多</translation>
    </message>
    <message>
        <source>Speed against the strategy pinned last: + is faster, − is slower</source>
        <translation>相对最近固定的策略的速度：+ 为更快，− 为更慢</translation>
    </message>
    <message>
        <source>Speed against the best: + is faster, − is slower</source>
        <translation>相对最佳策略的速度：+ 为更快，− 为更慢</translation>
    </message>
    <message>
        <source>%1: %2 of %3</source>
        <comment>$/1T tokens, found, limit</comment>
        <translation>%1：%3 中的 %2</translation>
    </message>
    <message>
        <source>%1/1T tok</source>
        <comment>sign of a currency</comment>
        <translation>%1/1T 词元</translation>
    </message>
    <message>
        <source>%1 per 10¹² tokens</source>
        <comment>code of a currency</comment>
        <translation>每 10¹² 词元的费用（%1）</translation>
    </message>
    <message>
        <source>Δ pinned %1/1T</source>
        <comment>sign of a currency</comment>
        <translation>Δ 固定 %1/1T</translation>
    </message>
    <message>
        <source>Δ best %1/1T</source>
        <comment>sign of a currency</comment>
        <translation>Δ 最佳 %1/1T</translation>
    </message>
    <message>
        <source>%1 against the strategy pinned last: + is cheaper, − is more expensive</source>
        <comment>$/1T tokens</comment>
        <translation>相对最近固定的策略的 %1：+ 为更便宜，− 为更贵</translation>
    </message>
    <message>
        <source>%1 against the best: + is cheaper, − is more expensive</source>
        <comment>$/1T tokens</comment>
        <translation>相对最佳策略的 %1：+ 为更便宜，− 为更贵</translation>
    </message>
    <message>
        <source>%1 of the %2 allowed (capacity less headroom) in stage %3: %4 of the limit</source>
        <translation>阶段 %3 中占用 %1，允许 %2（容量减去余量）：为上限的 %4</translation>
    </message>
    <message>
        <source>purchase: %1 of %2</source>
        <translation>购置：%1，上限 %2</translation>
    </message>
    <message>
        <source>cost of ownership: %1 of %2</source>
        <translation>拥有成本：%1，上限 %2</translation>
    </message>
    <message>
        <source>cost per month: %1 of %2</source>
        <translation>每月费用：%1，上限 %2</translation>
    </message>
    <message>
        <source>day to be done: %1 of %2</source>
        <translation>完成日期：%1，上限 %2</translation>
    </message>
    <message>
        <source>Time of the whole job, with failures</source>
        <translation>整个任务的时间，计入故障</translation>
    </message>
    <message>
        <source>Cost of the whole job, with failures</source>
        <translation>整个任务的费用，计入故障</translation>
    </message>
    <message>
        <source>Power at the wall of the machines that are paid for</source>
        <translation>付费的机器的总输入功率</translation>
    </message>
    <message>
        <source>%1 hours; %2 without failures</source>
        <translation>%1 小时；不计故障为 %2</translation>
    </message>
    <message>
        <source>What the predictions for its GPUs rest on</source>
        <translation>其 GPU 的预测依据</translation>
    </message>
    <message>
        <source>Rests on</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>Training runtimes that start the layout as it is</source>
        <translation>能照原样启动该布局的训练运行时</translation>
    </message>
    <message>
        <source>Runs on</source>
        <translation>可运行于</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>GPU type, what its predictions rest on</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 kW, an estimate</source>
        <translation>%1 kW（估计值）</translation>
    </message>
    <message>
        <source>state anywhere</source>
        <comment>of the optimizer, one of a ranking</comment>
        <translation>状态可放在任何位置</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::RankingPage</name>
    <message>
        <source>Filter of the ranking</source>
        <translation>排名的筛选</translation>
    </message>
    <message>
        <source>tp=8 mem&lt;90% type:h100</source>
        <translation>tp=8 mem&lt;90% type:h100</translation>
    </message>
    <message>
        <source>Show rejected</source>
        <translation>显示被排除的</translation>
    </message>
    <message>
        <source>List the strategies nearest to being possible, each with its reason</source>
        <translation>列出最接近可行的策略及其原因</translation>
    </message>
    <message>
        <source>Clear filter</source>
        <translation>清除筛选</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n 行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n row(s)</source>
        <translation>
            <numerusform>%n 行中的 %1 行</numerusform>
        </translation>
    </message>
    <message>
        <source>rejected: %1 by a rule, %2 by memory, %3 by a limit; the nearest %4 are listed</source>
        <translation>已排除：规则 %1，显存 %2，限制 %3；列出最接近的 %4 个</translation>
    </message>
    <message numerus="yes">
        <source>All %n strategies are hidden by the filter.</source>
        <translation>
            <numerusform>全部 %n 个策略都被筛选隐藏。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>None of the %n best matches it; with more rows kept, more strategies are ranked.</source>
        <translation>
            <numerusform>最佳的 %n 个策略中没有符合筛选条件的；增加名次数可列出更多策略。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 No row is filtered.</source>
        <translation>%1 没有筛选任何行。</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::RankingView</name>
    <message>
        <source>Ranked strategies</source>
        <translation>策略排名</translation>
    </message>
    <message>
        <source>Usual columns</source>
        <translation>常用列</translation>
    </message>
    <message>
        <source>Unpin (P)</source>
        <translation>取消固定 (P)</translation>
    </message>
    <message>
        <source>Pin (P)</source>
        <translation>固定 (P)</translation>
    </message>
    <message>
        <source>End the comparison (C)</source>
        <translation>结束比较 (C)</translation>
    </message>
    <message>
        <source>Compare with the best (C)</source>
        <translation>与最佳比较 (C)</translation>
    </message>
    <message>
        <source>Edit as my layout… (E)</source>
        <translation>作为我的布局编辑… (E)</translation>
    </message>
    <message>
        <source>Copy rows (Ctrl+C)</source>
        <translation>复制行 (Ctrl+C)</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <comment>in the ranking</comment>
        <translation>第 %1 名</translation>
    </message>
    <message>
        <source>How is this calculated? (H)</source>
        <translation>如何计算得出？(H)</translation>
    </message>
    <message>
        <source>Glossary: F1 in the column, or the menu of the heading</source>
        <translation>术语表：在该列按 F1，或使用列标题的菜单</translation>
    </message>
    <message>
        <source>What it means (F1)</source>
        <translation>含义（F1）</translation>
    </message>
    <message>
        <source>Use as running layout</source>
        <translation>用作运行中的布局</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::Reading</name>
    <message>
        <source>Reading %1…</source>
        <translation>正在读取 %1…</translation>
    </message>
    <message>
        <source>The plan stays as it is until the file has been read.</source>
        <translation>文件读完之前，方案保持不变。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Writing %1…</source>
        <translation>正在写入 %1…</translation>
    </message>
    <message>
        <source>It holds what was shown when the writing began.</source>
        <translation>文件内容为开始写入时所显示的内容。</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::RecentPlans</name>
    <message>
        <source>%1 (pinned)</source>
        <comment>a recent file</comment>
        <translation>%1（已固定）</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ReplanPage</name>
    <message>
        <source>Re-plan</source>
        <translation>重新规划</translation>
    </message>
    <message>
        <source>The selected strategy runs</source>
        <translation>正在运行所选策略</translation>
    </message>
    <message>
        <source>Nothing runs</source>
        <translation>没有布局在运行</translation>
    </message>
    <message>
        <source>What if this GPU were slower:</source>
        <translation>假设此 GPU 变慢：</translation>
    </message>
    <message>
        <source>GPU that the curve is about</source>
        <translation>曲线所针对的 GPU</translation>
    </message>
    <message>
        <source>Plans around slow and failed GPUs</source>
        <translation>应对慢速与故障 GPU 的方案</translation>
    </message>
    <message>
        <source>Step of each plan against how slow the GPU is</source>
        <translation>各方案的单步时间随 GPU 变慢程度的变化</translation>
    </message>
    <message>
        <source>No layout is said to run.</source>
        <translation>未指明运行中的布局。</translation>
    </message>
    <message>
        <source>Runs: %1</source>
        <translation>运行中：%1</translation>
    </message>
    <message>
        <source>A layout is said to run.</source>
        <translation>已指明运行中的布局。</translation>
    </message>
    <message>
        <source>Say which strategy runs, then mark GPUs of a tile as slow or failed: this page tells what to do, what it costs to move, and when that pays.</source>
        <translation>请指明运行中的策略，再将图块的 GPU 标记为慢速或故障：此页说明应怎么做、迁移的代价以及何时划算。</translation>
    </message>
    <message>
        <source>Calculating…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>%1, %2: %3 a step</source>
        <comment>how slow, plan, seconds</comment>
        <translation>%1，%2：每步 %3</translation>
    </message>
    <message>
        <source>times as slow</source>
        <translation>变慢倍数</translation>
    </message>
    <message>
        <source>seconds of a step</source>
        <translation>每步秒数</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ReportBuilder</name>
    <message>
        <source>Move &amp;up</source>
        <translation>上移(&amp;U)</translation>
    </message>
    <message>
        <source>Move &amp;down</source>
        <translation>下移(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;All, original order</source>
        <translation>恢复全部章节(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Print…</source>
        <translation>打印(&amp;P)…</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Pages of the report</source>
        <translation>报告的页面</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Title</source>
        <translation>标题(&amp;T)</translation>
    </message>
    <message>
        <source>Aut&amp;hor</source>
        <translation>作者(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Note</source>
        <translation>备注(&amp;N)</translation>
    </message>
    <message>
        <source>A paragraph after the summary</source>
        <translation>摘要之后的一段文字</translation>
    </message>
    <message>
        <source>A4</source>
        <translation>A4</translation>
    </message>
    <message>
        <source>Letter</source>
        <translation>Letter</translation>
    </message>
    <message>
        <source>Pape&amp;r</source>
        <translation>纸张(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Sections, in their order</source>
        <translation>章节及其顺序(&amp;S)</translation>
    </message>
    <message>
        <source>Sections of the report</source>
        <translation>报告的章节</translation>
    </message>
    <message>
        <source>Tick what the report contains; drag to reorder</source>
        <translation>勾选报告要包含的内容；拖动可改变位置</translation>
    </message>
    <message>
        <source>There is no fresh answer to report: run the search.</source>
        <translation>没有最新的答案可供报告：请运行搜索。</translation>
    </message>
    <message>
        <source>Tick a section: the report would be empty.</source>
        <translation>请勾选一个章节：否则报告为空。</translation>
    </message>
    <message numerus="yes">
        <source>%n page(s)</source>
        <translation>
            <numerusform>%n 页</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>导出…(&amp;E)</translation>
    </message>
    <message>
        <source>As PDF, as a web page (HTML) or as Markdown: by the ending of the file</source>
        <translation>导出为 PDF、网页 (HTML) 或 Markdown：由文件扩展名决定</translation>
    </message>
    <message>
        <source>Letter, as usual here</source>
        <translation>Letter，此处惯用</translation>
    </message>
    <message>
        <source>A4, as usual here</source>
        <translation>A4，此处惯用</translation>
    </message>
    <message>
        <source>Logo</source>
        <translation>徽标</translation>
    </message>
    <message>
        <source>Ch&amp;oose…</source>
        <translation>选择…(&amp;O)</translation>
    </message>
    <message>
        <source>A picture at the head of the report, PNG or SVG; kept with the plan</source>
        <translation>报告开头的图片，PNG 或 SVG；随方案保存</translation>
    </message>
    <message>
        <source>Choose a logo</source>
        <translation>选择徽标</translation>
    </message>
    <message>
        <source>None</source>
        <comment>logo</comment>
        <translation>无</translation>
    </message>
    <message>
        <source>No logo</source>
        <translation>无徽标</translation>
    </message>
    <message>
        <source>A logo for the report</source>
        <translation>报告的徽标</translation>
    </message>
    <message>
        <source>Picture (*.png *.svg)</source>
        <translation>图片 (*.png *.svg)</translation>
    </message>
    <message>
        <source>Added &amp;views</source>
        <translation>已加入的视图(&amp;V)</translation>
    </message>
    <message>
        <source>Views added to the report</source>
        <translation>已加入报告的视图</translation>
    </message>
    <message>
        <source>Kept while this window is open. F2 renames, Del removes</source>
        <translation>在此窗口打开期间保留。F2 重命名，Del 移出</translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <translation>移出(&amp;K)</translation>
    </message>
    <message>
        <source>View %1</source>
        <translation>视图 %1</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>C&amp;urrency</source>
        <translation>货币(&amp;U)</translation>
    </message>
    <message>
        <source>Another currency is there once Preferences hold what a dollar is worth in it</source>
        <translation>在首选项中填写一美元的价值后，即可使用其他货币</translation>
    </message>
    <message>
        <source>As in the window</source>
        <translation>与窗口相同</translation>
    </message>
    <message>
        <source>As in the window (%1)</source>
        <comment>code of a currency</comment>
        <translation>与窗口相同（%1）</translation>
    </message>
    <message>
        <source>%1, at %2 for a dollar of %3</source>
        <comment>code of a currency, rate, date</comment>
        <translation>%1，一美元合 %2，%3</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ReportFlow</name>
    <message>
        <source>No font here has the character “%1” of the report.</source>
        <translation>此处没有任何字体包含报告中的字符“%1”。</translation>
    </message>
    <message>
        <source>Install %1.</source>
        <translation>请安装 %1。</translation>
    </message>
    <message>
        <source>Calculating what would change the answer…</source>
        <translation>正在计算哪些因素会改变答案…</translation>
    </message>
    <message>
        <source>No report was made: the answer has changed meanwhile.</source>
        <translation>未生成报告：其间答案已改变。</translation>
    </message>
    <message>
        <source>A report is being made already: try again when it is there.</source>
        <translation>已有一份报告正在生成：请在其完成后重试。</translation>
    </message>
    <message>
        <source>Write the report</source>
        <translation>写报告</translation>
    </message>
    <message>
        <source>Report (*.pdf);;Web page (*.html *.htm);;Markdown (*.md *.markdown)</source>
        <translation>报告 (*.pdf);;网页 (*.html *.htm);;Markdown (*.md *.markdown)</translation>
    </message>
    <message>
        <source>Sent the report to %1</source>
        <translation>已将报告发送到 %1</translation>
    </message>
    <message>
        <source>As the window showed it at %1, with %2 selected.</source>
        <translation>窗口在 %1 时所显示的内容，当时选中 %2。</translation>
    </message>
    <message>
        <source>%1: the first %2 of %3 rows.</source>
        <translation>%1：共 %3 行，仅列前 %2 行。</translation>
    </message>
    <message>
        <source>%1 shows nothing that could be added yet.</source>
        <translation>%1 中尚无可加入的内容。</translation>
    </message>
    <message>
        <source>%1 is in the report, for as long as this window is open</source>
        <translation>%1 已加入报告，在此窗口打开期间有效</translation>
    </message>
    <message>
        <source>What would change the answer is still being calculated.</source>
        <translation>仍在计算什么会改变答案。</translation>
    </message>
    <message>
        <source>The report is made as soon as it is there, with a section about it.</source>
        <translation>计算完成后即生成报告，并附上相应的一节。</translation>
    </message>
    <message>
        <source>Report without it</source>
        <translation>不含此节的报告</translation>
    </message>
    <message>
        <source>No report</source>
        <translation>不生成报告</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ResultActions</name>
    <message>
        <source>Copied the plot</source>
        <translation>已复制图形</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ResultExports</name>
    <message>
        <source>Export the answer</source>
        <translation>导出答案</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Export the timeline</source>
        <translation>导出时间线</translation>
    </message>
    <message>
        <source>Trace (*.json)</source>
        <translation>轨迹 (*.json)</translation>
    </message>
    <message>
        <source>Export the table</source>
        <translation>导出表格</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
    <message>
        <source>Export the plot</source>
        <translation>导出图形</translation>
    </message>
    <message>
        <source>Export the text</source>
        <translation>导出文本</translation>
    </message>
    <message>
        <source>Text (*.txt)</source>
        <translation>文本 (*.txt)</translation>
    </message>
    <message>
        <source>%1 shows nothing that could be exported yet.</source>
        <translation>%1 中尚无可导出的内容。</translation>
    </message>
    <message>
        <source>Export the ranking</source>
        <translation>导出排名</translation>
    </message>
    <message>
        <source>Export the cluster</source>
        <translation>导出集群</translation>
    </message>
    <message>
        <source>Export the bill of materials</source>
        <translation>导出物料清单</translation>
    </message>
    <message>
        <source>Export launch settings</source>
        <translation>导出启动设置</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ResultsPanel</name>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Ranking</source>
        <translation>排名</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Breakdown</source>
        <translation>分解</translation>
    </message>
    <message>
        <source>Critical path</source>
        <translation>关键路径</translation>
    </message>
    <message>
        <source>Fold repeats</source>
        <translation>折叠重复</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适合</translation>
    </message>
    <message>
        <source>Show as table</source>
        <translation>以表格显示</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>复制行</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Searching for the first strategy that fits…</source>
        <translation>正在寻找第一个可行的策略…</translation>
    </message>
    <message>
        <source>No strategy fits. The message above says what binds and what would help.</source>
        <translation>没有可行的策略。上方消息说明受限之处及可行的办法。</translation>
    </message>
    <message>
        <source>Not searched yet. A search needs hardware and a model.</source>
        <translation>尚未搜索。搜索需要硬件和模型。</translation>
    </message>
    <message>
        <source>Not searched yet.</source>
        <translation>尚未搜索。</translation>
    </message>
    <message>
        <source>Copy as a picture</source>
        <translation>复制为图片</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Pin the selected rows</source>
        <translation>固定所选的行</translation>
    </message>
    <message>
        <source>Compare on the timeline</source>
        <translation>在时间线上比较</translation>
    </message>
    <message>
        <source>My layout…</source>
        <translation>我的布局…</translation>
    </message>
    <message>
        <source>Frontier only</source>
        <translation>仅前沿</translation>
    </message>
    <message>
        <source>Pareto</source>
        <translation>帕累托</translation>
    </message>
    <message>
        <source>Speed against cost</source>
        <translation>速度与费用</translation>
    </message>
    <message>
        <source>Where time, memory and money go</source>
        <translation>时间、显存与费用的去向</translation>
    </message>
    <message>
        <source>Copy the log</source>
        <translation>复制日志</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>One training step</source>
        <translation>一个训练步</translation>
    </message>
    <message>
        <source>Find a block</source>
        <translation>查找块</translation>
    </message>
    <message>
        <source>B 17, s3 F 2, optimizer</source>
        <translation>B 17, s3 F 2, optimizer</translation>
    </message>
    <message>
        <source>No such block.</source>
        <translation>没有这样的块。</translation>
    </message>
    <message>
        <source>Timeline of one training step, as a table</source>
        <translation>一个训练步的时间线（表格）</translation>
    </message>
    <message>
        <source>Parts of the step</source>
        <translation>单步的组成</translation>
    </message>
    <message numerus="yes">
        <source>&lt;b&gt;%1 &amp;nbsp; %2&lt;/b&gt; &amp;nbsp; %3, %n micro-batch(es), layers %4</source>
        <translation>
            <numerusform>&lt;b&gt;%1 &amp;nbsp; %2&lt;/b&gt; &amp;nbsp; %3，%n 个微批次，层 %4</numerusform>
        </translation>
    </message>
    <message>
        <source>against %1</source>
        <translation>与 %1 对比</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Where the difference comes from</source>
        <translation>差异从何而来</translation>
    </message>
    <message>
        <source>Why nothing fits</source>
        <translation>为何没有可行策略</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>复制为文本</translation>
    </message>
    <message>
        <source>Export the program</source>
        <translation>导出程序</translation>
    </message>
    <message>
        <source>Export as text…</source>
        <translation>导出为文本…</translation>
    </message>
    <message>
        <source>Text (*.txt)</source>
        <translation>文本 (*.txt)</translation>
    </message>
    <message>
        <source>Export as JSON…</source>
        <translation>导出为 JSON…</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Export as a PyTorch script…</source>
        <translation>导出为 PyTorch 脚本…</translation>
    </message>
    <message>
        <source>Python (*.py)</source>
        <translation>Python (*.py)</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>One step of the program</source>
        <translation>程序的一步</translation>
    </message>
    <message>
        <source>Sensitivity</source>
        <translation>敏感性</translation>
    </message>
    <message>
        <source>How robust #1 is</source>
        <translation>第一名策略的稳固程度</translation>
    </message>
    <message>
        <source>My layout</source>
        <translation>我的布局</translation>
    </message>
    <message>
        <source>A distributed program has no degrees to edit: shares and collectives are found for its GPUs. Choose a strategy to begin with.</source>
        <translation>分布式程序没有可编辑的并行度：份额与集合通信是针对其 GPU 求得的。请先选择一个策略。</translation>
    </message>
    <message>
        <source>Not searched yet (%1).</source>
        <comment>≈ 650 000 strategies, about 66 s</comment>
        <translation>尚未搜索（%1）。</translation>
    </message>
    <message>
        <source>step %1, 80 % band %2 to %3</source>
        <translation>单步 %1，80 % 区间 %2 至 %3</translation>
    </message>
    <message>
        <source>Results to the side</source>
        <translation>并排结果</translation>
    </message>
    <message>
        <source>Show to the side</source>
        <translation>与其他视图并排</translation>
    </message>
    <message>
        <source>Move back to the tabs</source>
        <translation>放回选项卡</translation>
    </message>
    <message>
        <source>Own constants</source>
        <translation>自有常数</translation>
    </message>
    <message>
        <source>Predicted with constants fitted to your own measured runs, kept in this plan, instead of the published ones. Press to see how well they hold.</source>
        <translation>以依据您自己的实测运行拟合、保存在本方案中的常数预测，而非已发布的常数。按下可查看其准确程度。</translation>
    </message>
    <message>
        <source>Copy the table</source>
        <translation>复制表格</translation>
    </message>
    <message>
        <source>Rows kept</source>
        <translation>名次数</translation>
    </message>
    <message numerus="yes">
        <source>%n best</source>
        <comment>places of the ranking</comment>
        <translation>
            <numerusform>前 %n 名</numerusform>
        </translation>
    </message>
    <message>
        <source>Rows kept: %1</source>
        <translation>名次数：%1</translation>
    </message>
    <message>
        <source>%1. How many of the best strategies a search keeps</source>
        <translation>%1。一次搜索为多少个最佳策略排名</translation>
    </message>
    <message>
        <source>Save log…</source>
        <translation>保存日志…</translation>
    </message>
    <message>
        <source>Save the log</source>
        <translation>保存日志</translation>
    </message>
    <message>
        <source>Constants: %1</source>
        <comment>when and from what they were made</comment>
        <translation>常数：%1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a tool and why it is off</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>All views of the results</source>
        <translation>结果的所有视图</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>规模</translation>
    </message>
    <message>
        <source>Time and cost against nodes</source>
        <translation>时间和费用与节点数</translation>
    </message>
    <message>
        <source>Export the start of vLLM…</source>
        <translation>导出 vLLM 启动命令…</translation>
    </message>
    <message>
        <source>Export the start of SGLang…</source>
        <translation>导出 SGLang 启动命令…</translation>
    </message>
    <message>
        <source>Export the start of TensorRT-LLM…</source>
        <translation>导出 TensorRT-LLM 启动命令…</translation>
    </message>
    <message>
        <source>Export manifests of llm-d…</source>
        <translation>导出 llm-d 清单…</translation>
    </message>
    <message>
        <source>Export manifests of Dynamo…</source>
        <translation>导出 Dynamo 清单…</translation>
    </message>
    <message>
        <source>Export as CSV…</source>
        <translation>导出为 CSV…</translation>
    </message>
    <message>
        <source>Export as Trace Event JSON…</source>
        <translation>导出为 Trace Event JSON…</translation>
    </message>
    <message>
        <source>Serving</source>
        <translation>服务</translation>
    </message>
    <message>
        <source>Export the deployment</source>
        <translation>导出部署</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Export as %1…</source>
        <translation>导出为 %1…</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Export the routing</source>
        <translation>导出路由</translation>
    </message>
    <message>
        <source>Export layers and routing as JSON…</source>
        <translation>将层与路由导出为 JSON…</translation>
    </message>
    <message>
        <source>How robust the best deployment is</source>
        <translation>最佳部署的稳固程度</translation>
    </message>
    <message>
        <source>GPUs and cost against the traffic</source>
        <translation>GPU 与费用随流量的变化</translation>
    </message>
    <message>
        <source>Show the curve as a table</source>
        <translation>以表格显示曲线</translation>
    </message>
    <message>
        <source>Copy the plans</source>
        <translation>复制各方案</translation>
    </message>
    <message>
        <source>Re-plan</source>
        <translation>重新规划</translation>
    </message>
    <message>
        <source>Step of each plan against how slow a GPU is</source>
        <translation>各方案的单步时间随一块 GPU 变慢程度的变化</translation>
    </message>
    <message>
        <source>How robust the best layout is</source>
        <translation>最佳布局的稳固程度</translation>
    </message>
    <message>
        <source>Tokens/s against machines</source>
        <translation>词元/秒与机器数</translation>
    </message>
    <message>
        <source>Export the start of verl…</source>
        <translation>导出 verl 启动命令…</translation>
    </message>
    <message>
        <source>Export the start of OpenRLHF…</source>
        <translation>导出 OpenRLHF 启动命令…</translation>
    </message>
    <message>
        <source>Placements of roles, the best first</source>
        <translation>角色的放置，最佳者在前</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>放置</translation>
    </message>
    <message>
        <source>Sets of GPUs, each with the roles that share it in turn</source>
        <translation>各组 GPU，以及轮流共用该组的角色</translation>
    </message>
    <message>
        <source>Layouts</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>How each role is laid out on its GPUs</source>
        <translation>每个角色在其 GPU 上的布局</translation>
    </message>
    <message>
        <source>Breaks a limit of the job</source>
        <translation>违反任务的限制</translation>
    </message>
    <message>
        <source>Iteration</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>Export the placement</source>
        <translation>导出放置</translation>
    </message>
    <message>
        <source>How robust the best placement is</source>
        <translation>最佳放置的稳健程度</translation>
    </message>
    <message>
        <source>Time and cost of an iteration against GPUs</source>
        <translation>一次迭代的时间和成本与 GPU 数的关系</translation>
    </message>
    <message>
        <source>Stopped early, before one was found: %1. Whether one is better than all listed is not known.</source>
        <comment>kinds of plan</comment>
        <translation>在找到之前提前停止：%1。其中是否有比所列方案更好者，尚不清楚。</translation>
    </message>
    <message>
        <source>Stopped early: %1. There may be better ones.</source>
        <comment>kinds of plan</comment>
        <translation>提前停止：%1。可能有更好的方案。</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::RoleList</name>
    <message>
        <source>Roles and their models</source>
        <translation>角色及其模型</translation>
    </message>
    <message>
        <source>Precision of %1</source>
        <comment>a role</comment>
        <translation>%1的精度</translation>
    </message>
    <message>
        <source>Precision of the products of this role.</source>
        <translation>该角色的矩阵乘所用的精度。</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>a value, a role</comment>
        <translation>%2的%1</translation>
    </message>
    <message>
        <source>Rank of adapters</source>
        <translation>适配器的秩</translation>
    </message>
    <message>
        <source>LoRA: adapters of this rank are trained in place of the weights; 0: all weights are.</source>
        <translation>LoRA：训练此秩的适配器而不训练权重；0：训练全部权重。</translation>
    </message>
    <message>
        <source>Seconds of a sample</source>
        <translation>每个样本的秒数</translation>
    </message>
    <message>
        <source>s</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>precision of %1</source>
        <comment>undo step: Set …</comment>
        <translation>%1的精度</translation>
    </message>
    <message>
        <source>rank of adapters of %1</source>
        <comment>undo step: Set …</comment>
        <translation>%1的适配器的秩</translation>
    </message>
    <message>
        <source>seconds of a sample of %1</source>
        <comment>undo step: Set …</comment>
        <translation>%1的每个样本的秒数</translation>
    </message>
    <message>
        <source>Load a model file…</source>
        <translation>载入模型文件…</translation>
    </message>
    <message>
        <source>Choose a preset…</source>
        <translation>选择预设…</translation>
    </message>
    <message>
        <source>By a rule, without a model</source>
        <translation>按规则，不用模型</translation>
    </message>
    <message>
        <source>rule of %1</source>
        <comment>undo step: Set …</comment>
        <translation>%1的规则</translation>
    </message>
    <message>
        <source>Weights of %1 without its adapters</source>
        <comment>a role</comment>
        <translation>%1去掉适配器后的权重</translation>
    </message>
    <message>
        <source>shared weights of %1</source>
        <comment>undo step: Set …</comment>
        <translation>%1的共享权重</translation>
    </message>
    <message>
        <source>by a rule</source>
        <comment>what scores</comment>
        <translation>按规则</translation>
    </message>
    <message>
        <source>weights of %1</source>
        <comment>a role</comment>
        <translation>%1的权重</translation>
    </message>
    <message>
        <source>no model yet</source>
        <translation>尚无模型</translation>
    </message>
    <message>
        <source>%1 %2.
%3</source>
        <comment>role, what it does, its model</comment>
        <translation>%1：%2。
%3</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <comment>role, what it does, its model</comment>
        <translation>%1，%2：%3</translation>
    </message>
    <message>
        <source>What the rule, checker or sandbox takes for one sample; as many are scored at once as stands below.</source>
        <translation>规则、检查器或沙箱处理一个样本所需的时间；同时评分的样本数见下方。</translation>
    </message>
    <message>
        <source>Samples at once</source>
        <translation>同时处理的样本数</translation>
    </message>
    <message>
        <source>How many samples the rule judges at the same time.</source>
        <translation>规则同时评判的样本数。</translation>
    </message>
    <message>
        <source>samples at once of %1</source>
        <comment>undo step: Set …</comment>
        <translation>%1 同时处理的样本数</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::RulesDialog</name>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>A strategy that a rule matches is left out of the search. The shipped rules say what a training framework refuses; the plan&apos;s own are written below.</source>
        <translation>符合任一规则的策略不参加搜索。内置规则说明训练框架会拒绝什么；方案自己的规则写在下方。</translation>
    </message>
    <message>
        <source>&amp;Apply</source>
        <translation>应用(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Revert</source>
        <translation>还原(&amp;R)</translation>
    </message>
    <message>
        <source>rules</source>
        <comment>undo step: Set …</comment>
        <translation>规则</translation>
    </message>
    <message>
        <source>Every rule with what it removes</source>
        <translation>每条规则及其排除的策略数</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Removes</source>
        <translation>排除</translation>
    </message>
    <message>
        <source>Because</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Megatron option</source>
        <translation>Megatron 选项</translation>
    </message>
    <message>
        <source>&amp;The plan&apos;s own rules</source>
        <translation>方案自己的规则(&amp;T)</translation>
    </message>
    <message>
        <source>Insert a variable</source>
        <translation>插入变量</translation>
    </message>
    <message>
        <source>Insert a variable…</source>
        <translation>插入变量…</translation>
    </message>
    <message>
        <source>The plan&apos;s own rules</source>
        <translation>方案自己的规则</translation>
    </message>
    <message>
        <source>&amp;Go to it</source>
        <translation>转到该处(&amp;G)</translation>
    </message>
    <message>
        <source>No rules of its own.</source>
        <translation>没有自己的规则。</translation>
    </message>
    <message numerus="yes">
        <source>%n rule(s) in force, %1 switched off.</source>
        <translation>
            <numerusform>%n 条规则生效，%1 条已关闭。</numerusform>
        </translation>
    </message>
    <message>
        <source>A rule of this plan: its box switches it on and off</source>
        <translation>方案自己的规则：复选框可开关</translation>
    </message>
    <message>
        <source>Removes %1 of %2 strategies, counted independently of other rules.</source>
        <translation>在 %2 个策略中排除 %1 个，不论其他规则如何判断。</translation>
    </message>
    <message>
        <source>Cannot be evaluated for %1: these strategies stay.</source>
        <translation>有 %1 个无法判断：予以保留。</translation>
    </message>
    <message>
        <source>For example: %1</source>
        <translation>例如：%1</translation>
    </message>
    <message>
        <source>rule %1</source>
        <comment>undo step: Set …</comment>
        <translation>规则 %1</translation>
    </message>
    <message>
        <source>The rules were changed and not applied.</source>
        <translation>规则已修改但尚未应用。</translation>
    </message>
    <message>
        <source>Shipped with the program: its box switches it on and off for this plan</source>
        <translation>随程序提供：用方框为本方案开关</translation>
    </message>
    <message>
        <source>Shipped with the program and always in force: %1</source>
        <translation>随程序提供，始终有效：%1</translation>
    </message>
    <message>
        <source>How many strategies it removes is not known: there are too many ways to choose pools and tensor parallelism to go through them.</source>
        <translation>它排除多少策略未知：选择池和张量并行的方式太多，无法逐一检查。</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::RunBar</name>
    <message>
        <source>%1 per 1T tok</source>
        <translation>%1 每 1T 词元</translation>
    </message>
    <message>
        <source>%1 tok/s</source>
        <translation>%1 词元/秒</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>Searching</source>
        <translation>搜索中</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Stopped early</source>
        <translation>提前停止</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Evaluated</source>
        <translation>已评估</translation>
    </message>
    <message>
        <source>Pruned</source>
        <translation>已剪枝</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>速率</translation>
    </message>
    <message>
        <source>Elapsed</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>Best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <source>Bound</source>
        <translation>界</translation>
    </message>
    <message>
        <source>Gap</source>
        <translation>差距</translation>
    </message>
    <message>
        <source>Best and bound over the time of the search</source>
        <translation>搜索过程中的最佳值与界</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop the search</source>
        <translation>停止搜索</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>label and value</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>By rule %1, by a limit %2, by memory %3, by the bound %4</source>
        <translation>规则 %1，限制 %2，显存 %3，界 %4</translation>
    </message>
    <message>
        <source>%1 /s</source>
        <comment>rate</comment>
        <translation>%1 /秒</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Resume the search</source>
        <translation>继续搜索</translation>
    </message>
    <message>
        <source>Pause the search</source>
        <translation>暂停搜索</translation>
    </message>
    <message numerus="yes">
        <source>%n change(s) since this run</source>
        <translation>
            <numerusform>此次运行后有 %n 处更改</numerusform>
        </translation>
    </message>
    <message>
        <source>Stale</source>
        <translation>已过时</translation>
    </message>
    <message numerus="yes">
        <source>%n GPUs</source>
        <translation>
            <numerusform>%n 个 GPU</numerusform>
        </translation>
    </message>
    <message>
        <source>Left</source>
        <translation>剩余</translation>
    </message>
    <message>
        <source>%1 for 10¹² tokens</source>
        <translation>每 10¹² 词元 %1</translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 词元/秒</translation>
    </message>
    <message>
        <source>|bound − best| ÷ best = |%1 − %2| ÷ %2 = %3</source>
        <translation>|界 − 最佳| ÷ 最佳 = |%1 − %2| ÷ %2 = %3</translation>
    </message>
    <message>
        <source>For the speed alone; the Pareto frontier can improve by at most %1</source>
        <translation>仅就速度而言；时间与费用的最优集最多差 %1</translation>
    </message>
    <message>
        <source>Rules that prune</source>
        <translation>用于剪枝的规则</translation>
    </message>
    <message>
        <source>Show the rules that prune</source>
        <translation>显示用于剪枝的规则</translation>
    </message>
    <message>
        <source>%1 strategies a second so far</source>
        <translation>至今每秒 %1 个策略</translation>
    </message>
    <message>
        <source>%1 strategies a second, the average of the whole search</source>
        <translation>每秒 %1 个策略，整个搜索的平均值</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>No strategy can beat %1</source>
        <translation>没有策略能胜过 %1</translation>
    </message>
    <message>
        <source>The job</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>With failures, checkpoints and restarts, and an 80 % band; %1 without</source>
        <translation>计入故障、检查点与重启，并给出 80 % 区间；不计为 %1</translation>
    </message>
    <message>
        <source>The energy is an estimate, as no power is published of some machines or switches</source>
        <translation>能耗为估计值，因为部分机器或交换机未公布功率</translation>
    </message>
    <message>
        <source>Nothing that is searched can beat %1</source>
        <translation>所搜索的范围内没有能胜过 %1 的</translation>
    </message>
    <message>
        <source>Of all strategies, %1</source>
        <comment>what a bound covers</comment>
        <translation>就所有策略而言，%1</translation>
    </message>
    <message>
        <source>No strategy, %2, can beat %1</source>
        <translation>没有策略（%2）能胜过 %1</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ScalePage</name>
    <message>
        <source>Older than the current question</source>
        <translation>早于当前所问的问题</translation>
    </message>
    <message>
        <source>%1 of %2 counts</source>
        <comment>how many are known</comment>
        <translation>%2 种数量中的 %1 种</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ScaleView</name>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>within the limits</source>
        <translation>在限制之内</translation>
    </message>
    <message>
        <source>%1: no strategy fits</source>
        <translation>%1：没有可行的策略</translation>
    </message>
    <message>
        <source>%1: %2; %3</source>
        <comment>nodes, time and cost, limits</comment>
        <translation>%1：%2；%3</translation>
    </message>
    <message>
        <source>%1; some GPUs stand idle and are paid</source>
        <translation>%1；部分 GPU 闲置但仍须付费</translation>
    </message>
    <message>
        <source>The knee is at %1: %2. Beyond it a further node saves less time than on average over all that is drawn.</source>
        <translation>拐点在 %1：%2。此后再加一个节点，所省的时间少于所绘全部范围的平均值。</translation>
    </message>
    <message>
        <source>%1 are the fewest that are done within %2: %3.</source>
        <translation>能在 %2 内完成的最少节点为 %1：%3。</translation>
    </message>
    <message>
        <source>No count drawn is done within %1.</source>
        <translation>所绘的节点数都不能在 %1 内完成。</translation>
    </message>
    <message>
        <source>No count drawn keeps the budget of %1.</source>
        <translation>所绘的节点数都不满足预算 %1。</translation>
    </message>
    <message>
        <source>The budget of %1 is kept at a count of %2.</source>
        <translation>节点数为 %2 时满足预算 %1。</translation>
    </message>
    <message>
        <source>The job is cheapest on %1: %2.</source>
        <translation>任务在 %1 上最便宜：%2。</translation>
    </message>
    <message>
        <source>No strategy fits at a count of %1.</source>
        <translation>节点数为 %1 时没有可行的策略。</translation>
    </message>
    <message>
        <source>At a count of %1 no strategy takes all GPUs: some stand idle and are paid.</source>
        <translation>节点数为 %1 时没有策略用上所有 GPU：部分闲置但仍须付费。</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>限制</translation>
    </message>
    <message>
        <source>no strategy fits</source>
        <translation>没有可行的策略</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>规模</translation>
    </message>
    <message>
        <source>Time and cost of the job against nodes</source>
        <translation>任务的时间和费用与节点数</translation>
    </message>
    <message>
        <source>More or fewer nodes of</source>
        <translation>增减节点的资源池</translation>
    </message>
    <message>
        <source>Pool whose nodes are counted</source>
        <translation>计其节点数的资源池</translation>
    </message>
    <message>
        <source>What the plot says</source>
        <translation>图形所说明的</translation>
    </message>
    <message>
        <source>Searching with more and with fewer nodes…</source>
        <translation>正在以更多和更少的节点搜索…</translation>
    </message>
    <message>
        <source>Nothing was searched yet.</source>
        <translation>尚未搜索。</translation>
    </message>
    <message>
        <source>deadline %1</source>
        <translation>期限 %1</translation>
    </message>
    <message>
        <source>budget %1</source>
        <translation>预算 %1</translation>
    </message>
    <message>
        <source>knee</source>
        <translation>拐点</translation>
    </message>
    <message>
        <source>nodes of %1</source>
        <translation>%1 的节点数</translation>
    </message>
    <message>
        <source>time at the left, cost at the right</source>
        <translation>左侧为时间，右侧为费用</translation>
    </message>
    <message>
        <source>%1, a limit is broken</source>
        <translation>%1，超出限制</translation>
    </message>
    <message>
        <source>time, hours</source>
        <translation>时间，小时</translation>
    </message>
    <message>
        <source>time, days</source>
        <translation>时间，天</translation>
    </message>
    <message>
        <source>cost, %1</source>
        <comment>unit of money: M USD</comment>
        <translation>费用，%1</translation>
    </message>
    <message>
        <source>Each point is the fastest strategy, the state of the optimizer anywhere.</source>
        <translation>每个点是最快的策略，优化器状态可放在任何位置。</translation>
    </message>
    <message>
        <source>Each point is the fastest strategy, each stage holding its own state.</source>
        <translation>每个点是最快的策略，每个阶段保存自己的状态。</translation>
    </message>
    <message>
        <source>At a count of %1 the job takes for ever: failures leave it no time to end.</source>
        <translation>数量为 %1 时任务永远无法完成：故障使其没有时间结束。</translation>
    </message>
    <message numerus="yes">
        <source>On %n nodes another kind of plan, which is not drawn, is faster: %1 takes %2.</source>
        <translation>
            <numerusform>在 %n 个节点上，另一类未绘出的方案更快：%1 用时 %2。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ScenarioImport</name>
    <message>
        <source>Import scenarios</source>
        <translation>导入情景</translation>
    </message>
    <message numerus="yes">
        <source>Imported %n scenario(s) and their constants from %1</source>
        <translation>
            <numerusform>已从 %1 导入 %n 个情景及其常数</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Imported %n scenario(s) from %1</source>
        <translation>
            <numerusform>已从 %1 导入 %n 个情景</numerusform>
        </translation>
    </message>
    <message>
        <source>These types have other values here: %1.</source>
        <translation>这些类型在此处的值不同：%1。</translation>
    </message>
    <message>
        <source>These GPUs have other prices here: %1.</source>
        <translation>这些 GPU 在此处的价格不同：%1。</translation>
    </message>
    <message>
        <source>Their predictions rest on other constants: %1. All scenarios of a plan have the same ones.</source>
        <comment>when and from what constants were made</comment>
        <translation>它们的预测基于其他常数：%1。一个方案的所有情景使用相同的常数。</translation>
    </message>
    <message>
        <source>Their predictions rest on constants that this version can&apos;t use; here those of this plan hold for all scenarios.</source>
        <translation>它们的预测基于本版本无法使用的常数；此处所有情景均采用本方案的常数。</translation>
    </message>
    <message>
        <source>Theirs say nothing of these GPUs, with which no scenario could be predicted: %1.</source>
        <translation>它们的常数不涵盖以下 GPU，使用这些 GPU 的情景将无法预测：%1。</translation>
    </message>
    <message>
        <source>The scenarios mean something different in that plan than they would here.</source>
        <translation>这些情景在原方案中的含义与在此处的不同。</translation>
    </message>
    <message>
        <source>Import &amp;theirs under new names</source>
        <translation>以新名称采用对方的(&amp;T)</translation>
    </message>
    <message>
        <source>Keep &amp;ours</source>
        <translation>保留本方案的(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Import</source>
        <translation>导入(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Predict all scenarios with the published constants</source>
        <translation>所有情景均用已发布的常数预测(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Predict all scenarios with their constants</source>
        <translation>所有情景均用它们的常数预测(&amp;P)</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ScenarioText</name>
    <message>
        <source>%1 %2</source>
        <comment>count and GPU type</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>no hardware</source>
        <translation>无硬件</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>letter and name of a scenario</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ScenarioTools</name>
    <message>
        <source>Scenario %1</source>
        <translation>情景 %1</translation>
    </message>
    <message>
        <source>%1 (baseline)</source>
        <translation>%1（基准）</translation>
    </message>
    <message>
        <source>%1 is a copy of %2</source>
        <comment>two scenarios</comment>
        <translation>%1 是 %2 的副本</translation>
    </message>
    <message>
        <source>Removed scenario %1 — Undo brings it back</source>
        <translation>已移除情景 %1 — 可撤销</translation>
    </message>
    <message>
        <source>Rename scenario</source>
        <translation>重命名情景</translation>
    </message>
    <message>
        <source>Name, empty for its hardware:</source>
        <translation>名称（留空则以硬件命名）：</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ScriptDialog</name>
    <message>
        <source>Open a launch script</source>
        <translation>打开启动脚本</translation>
    </message>
    <message>
        <source>%1 is read, not run. What it says of strategy, job and software becomes my layout.</source>
        <translation>只读取 %1，不运行。其中关于策略、作业和软件的内容成为我的布局。</translation>
    </message>
    <message>
        <source>What of the script is not used</source>
        <translation>脚本中未使用的内容</translation>
    </message>
    <message>
        <source>Argument</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Why it is not used</source>
        <translation>未使用的原因</translation>
    </message>
    <message>
        <source>Add to ranking</source>
        <translation>加入排名</translation>
    </message>
    <message>
        <source>Value of %1</source>
        <translation>%1 的值</translation>
    </message>
    <message>
        <source>%1: %2 instead of %3</source>
        <comment>setting of the job, new value, old value</comment>
        <translation>%1：%2，而不是 %3</translation>
    </message>
    <message>
        <source>Strategy: %1</source>
        <translation>策略：%1</translation>
    </message>
    <message>
        <source>Runtime: %1</source>
        <translation>运行时：%1</translation>
    </message>
    <message>
        <source>The job stays as it is.</source>
        <translation>作业保持不变。</translation>
    </message>
    <message numerus="yes">
        <source>Not used: %n argument(s)</source>
        <translation>
            <numerusform>未使用：%n 个参数</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1” is “%2”, and %3 leaves %4 open. Enter its value.</source>
        <comment>argument, value, file, variable</comment>
        <translation>“%1”为“%2”，而 %3 没有给出 %4。请输入其值。</translation>
    </message>
    <message>
        <source>Contradicts the question: %1 (%2)</source>
        <comment>argument of a script, what holds instead</comment>
        <translation>与问题矛盾：%1（%2）</translation>
    </message>
    <message>
        <source>Taken where nothing is said: %1 (%2)</source>
        <comment>setting of a strategy, why</comment>
        <translation>未说明之处取用：%1（%2）</translation>
    </message>
    <message>
        <source>line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::SearchControl</name>
    <message>
        <source>&amp;Resume</source>
        <translation>继续(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>暂停(&amp;P)</translation>
    </message>
    <message>
        <source>Not searched. %1: %2</source>
        <comment>a field and why its text is refused</comment>
        <translation>未搜索。%1：%2</translation>
    </message>
    <message>
        <source>The next search has seed %1</source>
        <translation>下次搜索的种子为 %1</translation>
    </message>
    <message>
        <source>Searches end after %1</source>
        <translation>搜索在 %1 后结束</translation>
    </message>
    <message>
        <source>Searches run until the whole space is done</source>
        <translation>搜索完整个空间后才结束</translation>
    </message>
    <message>
        <source>Search limit</source>
        <translation>搜索时限</translation>
    </message>
    <message>
        <source>End a search after:</source>
        <translation>搜索结束于：</translation>
    </message>
    <message>
        <source>s</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>The best strategy so far is kept, with its gap to the bound.</source>
        <translation>保留目前最佳，并说明其可能的差距。</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>不限</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::SearchLimitRow</name>
    <message>
        <source>Search limit</source>
        <translation>搜索时限</translation>
    </message>
    <message>
        <source>s</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>A search ends after this time; the best strategy so far is kept, with its gap to the bound.</source>
        <translation>搜索在此时长后结束；保留目前最佳，并说明其可能的差距。</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Log, report and files say it; the same plan, catalogue and seed give the same answer on any machine.</source>
        <translation>日志、报告与文件中会注明种子；相同的方案、目录与种子在任何机器上都给出相同的答案。</translation>
    </message>
    <message>
        <source>Seed of the search</source>
        <translation>搜索的种子</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::SearchNews</name>
    <message>
        <source>New best %1 tokens per second</source>
        <translation>新的最佳：每秒 %1 词元</translation>
    </message>
    <message>
        <source>New best %1 tok/s · TP %2, PP %3, DP %4</source>
        <translation>新的最佳 %1 词元/秒 · TP %2，PP %3，DP %4</translation>
    </message>
    <message>
        <source>New best %1 · %2</source>
        <comment>figure, layout</comment>
        <translation>新的最佳 %1 · %2</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::SellerDialog</name>
    <message>
        <source>Provider and region of %1</source>
        <translation>%1 的提供商与地区</translation>
    </message>
    <message>
        <source>Provider:</source>
        <translation>提供商：</translation>
    </message>
    <message>
        <source>any</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>Region:</source>
        <translation>地区：</translation>
    </message>
    <message>
        <source>anywhere</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>Interruptions of a node an hour:</source>
        <translation>节点每小时中断次数：</translation>
    </message>
    <message>
        <source>How often spot takes a node away; it counts only where nodes are rented as spot</source>
        <translation>竞价多久收回一次节点；仅在以竞价租用节点时计入</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a rate and where it is from</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Interruptions must be from 0 to 3600, or empty where nobody says.</source>
        <translation>中断次数须在 0 到 3600 之间；无人给出时留空。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>a price and its source</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Rent %1: %2 for a GPU and hour.</source>
        <translation>租金（%1）：每块 GPU 每小时 %2。</translation>
    </message>
    <message>
        <source>No rent %1 is known there.</source>
        <translation>该处没有已知的租金（%1）。</translation>
    </message>
    <message>
        <source>To buy: %1 for a GPU.</source>
        <translation>购买：每块 GPU %1。</translation>
    </message>
    <message>
        <source>No price to buy is known there.</source>
        <translation>该处没有已知的购买价格。</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::SensitivityView</name>
    <message>
        <source>Rent of %1</source>
        <translation>%1 的租价</translation>
    </message>
    <message>
        <source>Price of %1</source>
        <translation>%1 的价格</translation>
    </message>
    <message>
        <source>Price of power</source>
        <translation>电价</translation>
    </message>
    <message>
        <source>Utilisation</source>
        <translation>利用率</translation>
    </message>
    <message>
        <source>Intra-node links of %1</source>
        <translation>%1 的节点内链路</translation>
    </message>
    <message>
        <source>Network of %1</source>
        <translation>%1 的网络</translation>
    </message>
    <message>
        <source>Network %1 – %2</source>
        <translation>%1 – %2 间的网络</translation>
    </message>
    <message>
        <source>Efficiency of %1</source>
        <translation>%1 的效率</translation>
    </message>
    <message>
        <source>%1/h</source>
        <translation>%1/小时</translation>
    </message>
    <message>
        <source>%1/kWh</source>
        <translation>%1/千瓦时</translation>
    </message>
    <message>
        <source>Sensitivity</source>
        <translation>敏感性</translation>
    </message>
    <message>
        <source>Sensitivity plot</source>
        <translation>敏感性图</translation>
    </message>
    <message>
        <source>Effect of each value on #1</source>
        <translation>各数值对第一名策略的影响</translation>
    </message>
    <message>
        <source>Values at which another strategy is better</source>
        <translation>其他策略更优时的数值</translation>
    </message>
    <message>
        <source>Tokens/s of #1</source>
        <translation>第 1 名的词元/秒</translation>
    </message>
    <message>
        <source>%1: #%2 wins below %3 (now %4).</source>
        <translation>%1：低于 %3 时第 %2 名胜出（现为 %4）。</translation>
    </message>
    <message>
        <source>%1: #%2 wins above %3 (now %4).</source>
        <translation>%1：高于 %3 时第 %2 名胜出（现为 %4）。</translation>
    </message>
    <message>
        <source>#1 stays first among the ten best for every value here between a quarter and four times what it is now.</source>
        <translation>此处每个数值在现值的四分之一到四倍之间时，第 1 名在前十名中始终领先。</translation>
    </message>
    <message>
        <source>#1 stays first while the values stay within these limits. Each value is changed on its own, and only the ten best strategies are compared.</source>
        <translation>数值保持在以下范围内时第 1 名不变；每次只变动一个数值，且只考察前十个策略。</translation>
    </message>
    <message>
        <source>%1: %2 at %3, %4 at %5</source>
        <translation>%1：%3 时为 %2，%5 时为 %4</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现值</translation>
    </message>
    <message>
        <source>Lower</source>
        <translation>较低</translation>
    </message>
    <message>
        <source>#1 there</source>
        <translation>此时第 1 名</translation>
    </message>
    <message>
        <source>Higher</source>
        <translation>较高</translation>
    </message>
    <message>
        <source>Break-even below</source>
        <translation>低于此值易位</translation>
    </message>
    <message>
        <source>Break-even above</source>
        <translation>高于此值易位</translation>
    </message>
    <message>
        <source>%1 (#%2)</source>
        <translation>%1（第 %2 名）</translation>
    </message>
    <message>
        <source>From the previous search, until this one ends</source>
        <translation>搜索结束前仍为上一个问题的结果</translation>
    </message>
    <message>
        <source>Price of hosting</source>
        <translation>托管价格</translation>
    </message>
    <message>
        <source>Price of the network of %1</source>
        <translation>%1 的网络价格</translation>
    </message>
    <message>
        <source>%1 a kW and month</source>
        <translation>每 kW 每月 %1</translation>
    </message>
    <message>
        <source>%1 of #1</source>
        <comment>$/1T tokens</comment>
        <translation>第 1 名的 %1</translation>
    </message>
    <message>
        <source>%1 a GPU</source>
        <comment>price</comment>
        <translation>每块 GPU %1</translation>
    </message>
    <message>
        <source>Without effect on #1: %1.</source>
        <translation>对第 1 名没有影响：%1。</translation>
    </message>
    <message>
        <source>Calculating how each value changes #1…</source>
        <translation>正在计算每个值如何改变第 1 名…</translation>
    </message>
    <message>
        <source>No strategy to show yet.</source>
        <translation>尚无可显示的策略。</translation>
    </message>
    <message numerus="yes">
        <source>%n value(s) without effect</source>
        <translation>
            <numerusform>%n 个值没有影响</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 + %n more</source>
        <translation>
            <numerusform>%1 及另外 %n 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ServingAccuracyPage</name>
    <message>
        <source>&amp;Import my runs…</source>
        <translation>导入我的运行(&amp;I)…</translation>
    </message>
    <message>
        <source>Show &amp;published runs</source>
        <translation>显示公开的运行(&amp;P)</translation>
    </message>
    <message>
        <source>Errors and runs</source>
        <translation>误差与运行</translation>
    </message>
    <message>
        <source>Time per token (TPOT)</source>
        <translation>每词元时间（TPOT）</translation>
    </message>
    <message>
        <source>Output tokens/s</source>
        <translation>输出词元/秒</translation>
    </message>
    <message>
        <source>Time to first token (TTFT)</source>
        <translation>首词元时间（TTFT）</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Errors by group</source>
        <translation>各组误差</translation>
    </message>
    <message>
        <source>Measured serving runs with their prediction</source>
        <translation>实测的服务运行及其预测</translation>
    </message>
    <message>
        <source>Runs left out, with the reason</source>
        <translation>略去的运行及原因</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>略去</translation>
    </message>
    <message>
        <source>Import measured serving runs</source>
        <translation>导入实测的服务运行</translation>
    </message>
    <message>
        <source>Tables (*.csv);;All files (*)</source>
        <translation>表格 (*.csv);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Predicting every run…</source>
        <translation>正在预测每个运行…</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>the published table</source>
        <translation>公开的表</translation>
    </message>
    <message>
        <source>Predicted (%1)</source>
        <translation>预测（%1）</translation>
    </message>
    <message>
        <source>Left out (%1)</source>
        <translation>略去（%1）</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>No run fits these filters.</source>
        <translation>没有符合这些筛选条件的运行。</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) (published). The constants were fitted to published runs, these among them; the README has the figures for runs left out of the fit.</source>
        <translation>
            <numerusform>%n 个运行（公开）。常数按公开的运行拟合，这些也在其中；未参与拟合的运行的数值见 README。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) (%1), predicted with the constants fitted to published runs.</source>
        <translation>
            <numerusform>%n 个运行（%1），以按公开运行拟合的常数预测。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Of %n pair(s) of layouts more than 10 % apart in time per token, %1 are in their measured order.</source>
        <translation>
            <numerusform>每词元时间相差 10 % 以上的 %n 对布局中，%1 的次序与实测一致。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) of the table could not be predicted.</source>
        <translation>
            <numerusform>表中 %n 行无法预测。</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Fit constants to these runs</source>
        <translation>用这些运行拟合常数(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Use them in the plan</source>
        <translation>在方案中使用(&amp;U)</translation>
    </message>
    <message>
        <source>Fitting constants to the runs…</source>
        <translation>正在用运行拟合常数…</translation>
    </message>
    <message numerus="yes">
        <source>Fitted to %n run(s): median error %1 before, %2 after, of these runs themselves.</source>
        <translation>
            <numerusform>已用 %n 个运行拟合：这些运行自身的中位误差由 %1 变为 %2。</numerusform>
        </translation>
    </message>
    <message>
        <source>The plan now uses the constants fitted to your runs.</source>
        <translation>方案现在使用按您的运行拟合的常数。</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) (%1), predicted with constants fitted to them.</source>
        <translation>
            <numerusform>%n 个运行（%1），以据其拟合的常数预测。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ServingDecision</name>
    <message>
        <source>%1, within the error of the first</source>
        <translation>%1，在第一名的误差之内</translation>
    </message>
    <message>
        <source>none asked</source>
        <translation>未要求</translation>
    </message>
    <message>
        <source>Take %1</source>
        <translation>选择 %1</translation>
    </message>
    <message>
        <source>Take %1: %2, %3.</source>
        <comment>scenario, deployment, figure of the goal</comment>
        <translation>选择 %1：%2，%3。</translation>
    </message>
    <message>
        <source>Within the error of the prediction, and so as good: %1.</source>
        <translation>在预测误差之内，因而同样好：%1。</translation>
    </message>
    <message>
        <source>%1 with %2</source>
        <comment>option, its chance</comment>
        <translation>%1 为 %2</translation>
    </message>
    <message>
        <source>Chance to be the best: %1.</source>
        <translation>成为最佳的概率：%1。</translation>
    </message>
    <message>
        <source>%1 an iteration</source>
        <translation>每次迭代 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n GPU(s)</source>
        <translation>
            <numerusform>%n 块 GPU</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ServingErrorGroups</name>
    <message>
        <source>Disaggregated</source>
        <translation>预填充与解码分离</translation>
    </message>
    <message>
        <source>With draft tokens</source>
        <translation>含草拟词元</translation>
    </message>
    <message>
        <source>Models with experts</source>
        <translation>含专家的模型</translation>
    </message>
    <message>
        <source>Dense models</source>
        <translation>稠密模型</translation>
    </message>
    <message>
        <source>at a concurrency</source>
        <translation>给定并发</translation>
    </message>
    <message>
        <source>static batches</source>
        <translation>静态批</translation>
    </message>
    <message>
        <source>offline</source>
        <translation>离线</translation>
    </message>
    <message>
        <source>at a request rate</source>
        <translation>给定请求速率</translation>
    </message>
    <message>
        <source>All shown</source>
        <translation>全部显示</translation>
    </message>
    <message>
        <source>Load: %1</source>
        <translation>负载：%1</translation>
    </message>
    <message>
        <source>Engine: %1</source>
        <translation>引擎：%1</translation>
    </message>
    <message>
        <source>GPU: %1</source>
        <translation>GPU：%1</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>组</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行数</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>9 of 10</source>
        <translation>10 个中的 9 个</translation>
    </message>
    <message>
        <source>Typical</source>
        <translation>典型</translation>
    </message>
    <message>
        <source>In 80 % band</source>
        <translation>在 80 % 区间内</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ServingMoves</name>
    <message>
        <source>%1 above %2: nothing keeps promises and limits any more.</source>
        <comment>value, how much</comment>
        <translation>%1：高于 %2 时不再有部署能满足承诺与限制。</translation>
    </message>
    <message>
        <source>%1 below %2: nothing keeps promises and limits any more.</source>
        <comment>value, how much</comment>
        <translation>%1：低于 %2 时不再有部署能满足承诺与限制。</translation>
    </message>
    <message>
        <source>%1 above %2: the best as it is keeps no promise any more, %3 does (%4).</source>
        <comment>value, how much, deployment, its figure</comment>
        <translation>%1：高于 %2 时现有的最佳部署不再兑现承诺，%3 则可以（%4）。</translation>
    </message>
    <message>
        <source>%1 below %2: the best as it is keeps no promise any more, %3 does (%4).</source>
        <comment>value, how much, deployment, its figure</comment>
        <translation>%1：低于 %2 时现有的最佳部署不再兑现承诺，%3 则可以（%4）。</translation>
    </message>
    <message>
        <source>Requests per second</source>
        <translation>每秒请求</translation>
    </message>
    <message>
        <source>Users in flight</source>
        <translation>在线用户</translation>
    </message>
    <message>
        <source>Length of prompts</source>
        <translation>提示长度</translation>
    </message>
    <message>
        <source>Length of answers</source>
        <translation>回答长度</translation>
    </message>
    <message>
        <source>Promise on the first token</source>
        <translation>对首词元的承诺</translation>
    </message>
    <message>
        <source>Promise on further tokens</source>
        <translation>对后续词元的承诺</translation>
    </message>
    <message>
        <source>Promise on the whole answer</source>
        <translation>对整个回答的承诺</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 词元</translation>
    </message>
    <message>
        <source>%1 per million tokens</source>
        <comment>sign of a currency</comment>
        <translation>每百万词元 %1</translation>
    </message>
    <message>
        <source>tokens/s of a GPU</source>
        <translation>每 GPU 词元/秒</translation>
    </message>
    <message>
        <source>GPUs paid for</source>
        <translation>付费的 GPU 数</translation>
    </message>
    <message>
        <source>%1 tok/s</source>
        <translation>%1 词元/秒</translation>
    </message>
    <message numerus="yes">
        <source>%n GPU(s)</source>
        <translation>
            <numerusform>%n 块 GPU</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 requests/s</source>
        <translation>%1 请求/秒</translation>
    </message>
    <message>
        <source>%1 users in flight</source>
        <translation>%1 个在线用户</translation>
    </message>
    <message>
        <source>nothing keeps promises and limits</source>
        <translation>没有部署能满足承诺与限制</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <comment>traffic, deployment, GPUs</comment>
        <translation>%1：%2，%3</translation>
    </message>
    <message>
        <source>, %1 an hour, %2</source>
        <comment>money, money of a million tokens</comment>
        <translation>，每小时 %1，%2</translation>
    </message>
    <message>
        <source>For %1 the best does %2 requests/s within the promises.</source>
        <comment>traffic, how many</comment>
        <translation>对于 %1，最佳部署在承诺之内可达 %2 请求/秒。</translation>
    </message>
    <message>
        <source>A million tokens cost the least at %1: %2.</source>
        <comment>traffic, money</comment>
        <translation>百万词元的费用在 %1 时最低：%2。</translation>
    </message>
    <message>
        <source>Stopped: not every traffic was answered.</source>
        <translation>已停止：并非每种流量都已得出答案。</translation>
    </message>
    <message>
        <source>Deployment</source>
        <translation>部署</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>%1/h</source>
        <comment>sign of a currency</comment>
        <translation>%1/小时</translation>
    </message>
    <message>
        <source>%1/M tokens</source>
        <comment>sign of a currency</comment>
        <translation>%1/百万词元</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>another layout</source>
        <translation>另一个布局</translation>
    </message>
    <message>
        <source>Link %1 – %2</source>
        <comment>machines</comment>
        <translation>链路 %1 – %2</translation>
    </message>
    <message>
        <source>tokens/s of answers</source>
        <translation>回答的词元/秒</translation>
    </message>
    <message>
        <source>Nothing keeps the promises as they are.</source>
        <translation>在现有条件下无法兑现承诺。</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ServingPage</name>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Serving</source>
        <translation>服务</translation>
    </message>
    <message>
        <source>Frontier</source>
        <translation>前沿</translation>
    </message>
    <message>
        <source>What is shown of the deployment</source>
        <translation>部署的显示内容</translation>
    </message>
    <message>
        <source>All views of the deployment</source>
        <translation>部署的所有视图</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>负载</translation>
    </message>
    <message>
        <source>Iteration</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>Time of one iteration by part</source>
        <translation>一次迭代各部分的用时</translation>
    </message>
    <message>
        <source>A request until its first token</source>
        <translation>请求直至首词元</translation>
    </message>
    <message>
        <source>A whole request</source>
        <translation>整个请求</translation>
    </message>
    <message>
        <source>Memory of a GPU by part</source>
        <translation>一个 GPU 各部分的显存</translation>
    </message>
    <message>
        <source>Figures against requests per second</source>
        <translation>各数值随每秒请求的变化</translation>
    </message>
    <message>
        <source>Time of a request by part</source>
        <translation>一个请求各部分的用时</translation>
    </message>
    <message>
        <source>TTFT %1 · TPOT %2 · %3 · binds: %4</source>
        <comment>figures of a deployment</comment>
        <translation>TTFT %1 · TPOT %2 · %3 · 制约：%4</translation>
    </message>
    <message>
        <source>Misses the promise: %1.</source>
        <translation>未兑现的承诺：%1。</translation>
    </message>
    <message>
        <source>Deployment</source>
        <translation>部署</translation>
    </message>
    <message>
        <source>Requests/s</source>
        <translation>请求/秒</translation>
    </message>
    <message>
        <source>TTFT</source>
        <translation>TTFT</translation>
    </message>
    <message>
        <source>TTFT, 99 %</source>
        <translation>TTFT，99 %</translation>
    </message>
    <message>
        <source>TPOT</source>
        <translation>TPOT</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批</translation>
    </message>
    <message>
        <source>KV use</source>
        <translation>KV 占用</translation>
    </message>
    <message>
        <source>decoding</source>
        <comment>an iteration</comment>
        <translation>解码</translation>
    </message>
    <message>
        <source>with a prompt</source>
        <comment>an iteration</comment>
        <translation>含提示</translation>
    </message>
    <message>
        <source>seconds of one iteration</source>
        <translation>一次迭代的秒数</translation>
    </message>
    <message>
        <source>first token</source>
        <comment>of a request</comment>
        <translation>首词元</translation>
    </message>
    <message>
        <source>whole answer</source>
        <comment>of a request</comment>
        <translation>整个回答</translation>
    </message>
    <message>
        <source>seconds to the first token</source>
        <translation>至首词元的秒数</translation>
    </message>
    <message>
        <source>seconds of a whole request</source>
        <translation>整个请求的秒数</translation>
    </message>
    <message>
        <source>%1 GiB</source>
        <translation>%1 GiB</translation>
    </message>
    <message>
        <source>Pool</source>
        <translation>资源池</translation>
    </message>
    <message>
        <source>Frontier and load</source>
        <translation>前沿与负载</translation>
    </message>
    <message>
        <source>What the frontier shows against tokens/s of a user</source>
        <translation>前沿中与每用户词元/秒对照的量</translation>
    </message>
    <message>
        <source>tokens/s of a GPU</source>
        <translation>每 GPU 词元/秒</translation>
    </message>
    <message>
        <source>of a prompt alone</source>
        <comment>an iteration</comment>
        <translation>仅含提示</translation>
    </message>
    <message>
        <source>GiB of a GPU</source>
        <translation>每个 GPU 的 GiB</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ServingQuestion</name>
    <message>
        <source>within %1</source>
        <translation>在 %1 以内</translation>
    </message>
    <message>
        <source>nothing promised</source>
        <translation>没有承诺</translation>
    </message>
    <message>
        <source>up to %1 drafted, each accepted with %2</source>
        <comment>tokens, probability</comment>
        <translation>至多草拟 %1 个，每个以 %2 的概率被接受</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>%1 on average; median %2, 90 % below %3, 99 % below %4</source>
        <translation>平均 %1；中位数 %2，90 % 低于 %3，99 % 低于 %4</translation>
    </message>
    <message>
        <source>as in %1</source>
        <translation>与 %1 相同</translation>
    </message>
    <message>
        <source>%1 on average, as in %2</source>
        <translation>平均 %1，与 %2 相同</translation>
    </message>
    <message>
        <source>%1 requests/s</source>
        <translation>%1 请求/秒</translation>
    </message>
    <message>
        <source>%1 requests in flight</source>
        <translation>同时处理 %1 个请求</translation>
    </message>
    <message>
        <source>offline, as fast as it goes</source>
        <translation>离线，尽可能快</translation>
    </message>
    <message>
        <source>%1 times the stated rate at %2, %3 times at %4</source>
        <comment>factor, hour, factor, hour</comment>
        <translation>%2 时为给定速率的 %1 倍，%4 时为 %3 倍</translation>
    </message>
    <message>
        <source>Traffic</source>
        <translation>流量</translation>
    </message>
    <message>
        <source>Over the day</source>
        <translation>一天中的变化</translation>
    </message>
    <message>
        <source>Variation of arrivals</source>
        <translation>到来间隔的变异</translation>
    </message>
    <message>
        <source>Prompt, tokens</source>
        <translation>提示，词元</translation>
    </message>
    <message>
        <source>Answer, tokens</source>
        <translation>回答，词元</translation>
    </message>
    <message>
        <source>Share of prompts that is cached</source>
        <translation>提示中已缓存的份额</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>首词元</translation>
    </message>
    <message>
        <source>Each further token</source>
        <translation>其后每个词元</translation>
    </message>
    <message>
        <source>Whole request</source>
        <translation>整个请求</translation>
    </message>
    <message>
        <source>Promised to</source>
        <translation>承诺的比例</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Keys and values</source>
        <translation>键与值</translation>
    </message>
    <message>
        <source>as the engine has them</source>
        <translation>按引擎默认</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Speculation</source>
        <translation>推测解码</translation>
    </message>
    <message>
        <source>Loads of experts</source>
        <translation>专家负载</translation>
    </message>
    <message>
        <source>Spare replicas</source>
        <translation>备用副本</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>放置</translation>
    </message>
    <message>
        <source>layers over unequal machines</source>
        <translation>层分布于不同机器</translation>
    </message>
    <message>
        <source>Cached parts of prompts together</source>
        <translation>提示中已缓存部分合计</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 词元</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ServingRuns</name>
    <message>
        <source>measured, output tokens a second</source>
        <translation>实测，每秒输出词元</translation>
    </message>
    <message>
        <source>predicted, output tokens a second</source>
        <translation>预测，每秒输出词元</translation>
    </message>
    <message>
        <source>too many</source>
        <translation>偏多</translation>
    </message>
    <message>
        <source>too few</source>
        <translation>偏少</translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 词元/秒</translation>
    </message>
    <message>
        <source>measured, ms to the first token</source>
        <translation>实测，首词元毫秒</translation>
    </message>
    <message>
        <source>measured, ms a token</source>
        <translation>实测，每词元毫秒</translation>
    </message>
    <message>
        <source>predicted, ms to the first token</source>
        <translation>预测，首词元毫秒</translation>
    </message>
    <message>
        <source>predicted, ms a token</source>
        <translation>预测，每词元毫秒</translation>
    </message>
    <message>
        <source>too slow</source>
        <translation>偏慢</translation>
    </message>
    <message>
        <source>too fast</source>
        <translation>偏快</translation>
    </message>
    <message>
        <source>inside</source>
        <translation>区间内</translation>
    </message>
    <message>
        <source>outside</source>
        <translation>区间外</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>负载</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>80 % band</source>
        <translation>80 % 区间</translation>
    </message>
    <message>
        <source>80 % band: %1 to %2</source>
        <translation>80 % 区间：%1 至 %2</translation>
    </message>
    <message>
        <source>The source states every setting.</source>
        <translation>来源说明了全部设置。</translation>
    </message>
    <message>
        <source>Assumed: %1</source>
        <translation>假定：%1</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ServingScaleView</name>
    <message>
        <source>Scale</source>
        <translation>规模</translation>
    </message>
    <message>
        <source>GPUs and cost of the best deployment against the traffic</source>
        <translation>最佳部署的 GPU 数与费用随流量的变化</translation>
    </message>
    <message>
        <source>What the plot says</source>
        <translation>图形所说明的</translation>
    </message>
    <message>
        <source>The best deployment for an eighth up to four times the traffic</source>
        <translation>流量为八分之一至四倍时的最佳部署</translation>
    </message>
    <message>
        <source>Planning with more and with less traffic…</source>
        <translation>正在以更多和更少的流量规划…</translation>
    </message>
    <message>
        <source>Not worked out yet.</source>
        <translation>尚未算出。</translation>
    </message>
    <message>
        <source>Offline work takes all machines as fast as they go: there is no traffic to grow.</source>
        <translation>离线工作会尽可能快地用上所有机器：没有可增长的流量。</translation>
    </message>
    <message>
        <source>GPUs that serve</source>
        <translation>提供服务的 GPU</translation>
    </message>
    <message>
        <source>%1 per million tokens</source>
        <comment>sign of a currency</comment>
        <translation>每百万词元 %1</translation>
    </message>
    <message>
        <source>requests/s</source>
        <translation>请求/秒</translation>
    </message>
    <message>
        <source>users in flight</source>
        <translation>在线用户</translation>
    </message>
    <message>
        <source>GPUs at the left, %1 per million tokens at the right</source>
        <translation>左侧为 GPU 数，右侧为每百万词元 %1</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ServingSensitivityView</name>
    <message>
        <source>Sensitivity</source>
        <translation>敏感性</translation>
    </message>
    <message>
        <source>Effect of each value on the best deployment</source>
        <translation>各数值对最佳部署的影响</translation>
    </message>
    <message>
        <source>Values at which another deployment is better</source>
        <translation>其他部署更优时的数值</translation>
    </message>
    <message>
        <source>Sensitivity plot</source>
        <translation>敏感性图</translation>
    </message>
    <message>
        <source>Planning anew with each value changed…</source>
        <translation>正在改变每个数值并重新规划…</translation>
    </message>
    <message>
        <source>Not worked out yet.</source>
        <translation>尚未算出。</translation>
    </message>
    <message>
        <source>%1: nothing serves</source>
        <comment>value</comment>
        <translation>%1：没有可行的部署</translation>
    </message>
    <message>
        <source>Effect of each value on the best layout</source>
        <translation>各数值对最佳布局的影响</translation>
    </message>
    <message>
        <source>Values at which another layout is better</source>
        <translation>其他布局更优时的数值</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ServingSlides</name>
    <message numerus="yes">
        <source>%1 served by %n GPU(s)</source>
        <translation>
            <numerusform>由 %n 块 GPU 提供服务的 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>memory of the GPUs</source>
        <translation>显存合计</translation>
    </message>
    <message>
        <source>Pool</source>
        <translation>资源池</translation>
    </message>
    <message>
        <source>Inside a node</source>
        <translation>节点内</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>%1/GPU h</source>
        <comment>sign of a currency</comment>
        <translation>%1/GPU 小时</translation>
    </message>
    <message>
        <source>The best of %1 deployments</source>
        <translation>%1 个部署中的最佳</translation>
    </message>
    <message>
        <source>Deployment</source>
        <translation>部署</translation>
    </message>
    <message>
        <source>TTFT</source>
        <translation>TTFT</translation>
    </message>
    <message>
        <source>TPOT</source>
        <translation>TPOT</translation>
    </message>
    <message>
        <source>tok/s/GPU</source>
        <translation>词元/秒/GPU</translation>
    </message>
    <message numerus="yes">
        <source>%n options to serve %1</source>
        <translation>
            <numerusform>提供 %1 服务的 %n 个选项</numerusform>
        </translation>
    </message>
    <message>
        <source>Option</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>tokens/s of each GPU</source>
        <translation>每个 GPU 的词元/秒</translation>
    </message>
    <message>
        <source>to the first token</source>
        <translation>至首词元</translation>
    </message>
    <message>
        <source>for each further token</source>
        <translation>其后每个词元</translation>
    </message>
    <message>
        <source>for a million tokens</source>
        <translation>每百万词元</translation>
    </message>
    <message>
        <source>Promised to %1 of the requests: %2.</source>
        <comment>share, times</comment>
        <translation>对 %1 的请求作出的承诺：%2。</translation>
    </message>
    <message numerus="yes">
        <source>%1 GPUs serve, %2 are paid for, on %n node(s).</source>
        <translation>
            <numerusform>%1 块 GPU 提供服务，%2 块付费，分布在 %n 个节点上。</numerusform>
        </translation>
    </message>
    <message>
        <source>Why %1</source>
        <translation>为何选 %1</translation>
    </message>
    <message>
        <source>What it costs</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>for a million output tokens</source>
        <translation>每百万输出词元</translation>
    </message>
    <message>
        <source>an hour</source>
        <translation>每小时</translation>
    </message>
    <message>
        <source>a month of 730 hours</source>
        <translation>每月（730 小时）</translation>
    </message>
    <message>
        <source>%1 GPUs are paid for, of which %2 serve.</source>
        <translation>付费的 GPU 为 %1 块，其中 %2 块提供服务。</translation>
    </message>
    <message>
        <source>Spare replicas among them: %1.</source>
        <translation>其中备用副本：%1 个。</translation>
    </message>
    <message>
        <source>What it rests on</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>Fast for users, or much from each GPU</source>
        <translation>对用户更快，或每个 GPU 产出更多</translation>
    </message>
    <message>
        <source>tokens/s to one user</source>
        <translation>每个用户的词元/秒</translation>
    </message>
    <message>
        <source>tokens/s of one GPU</source>
        <translation>每个 GPU 的词元/秒</translation>
    </message>
    <message>
        <source>not beaten in both at once</source>
        <translation>不会在两方面同时被超越</translation>
    </message>
    <message>
        <source>%1: %2 tok/s to one user, %3 of one GPU</source>
        <comment>deployment, rates</comment>
        <translation>%1：每个用户 %2 词元/秒，每个 GPU %3 词元/秒</translation>
    </message>
    <message>
        <source>the answer</source>
        <translation>答案</translation>
    </message>
    <message>
        <source>A request of %1 and %2 tokens</source>
        <comment>prompt, answer</comment>
        <translation>提示 %1 词元、回答 %2 词元的请求</translation>
    </message>
    <message>
        <source>First token, %1</source>
        <comment>pool</comment>
        <translation>首词元，%1</translation>
    </message>
    <message>
        <source>Whole answer, %1</source>
        <comment>pool</comment>
        <translation>整个回答，%1</translation>
    </message>
    <message>
        <source>Where time and memory go</source>
        <translation>时间与显存的去向</translation>
    </message>
    <message>
        <source>An iteration, %1</source>
        <comment>pool</comment>
        <translation>一次迭代，%1</translation>
    </message>
    <message>
        <source>Memory of a GPU, %1</source>
        <comment>pool</comment>
        <translation>一个 GPU 的显存，%1</translation>
    </message>
    <message>
        <source>%1/M tokens</source>
        <comment>sign of a currency</comment>
        <translation>%1/百万词元</translation>
    </message>
    <message>
        <source>%1: not planned yet</source>
        <translation>%1：尚未规划</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::SettingText</name>
    <message>
        <source>Tensor parallel (TP)</source>
        <translation>张量并行 (TP)</translation>
    </message>
    <message>
        <source>Pipeline parallel (PP)</source>
        <translation>流水线并行 (PP)</translation>
    </message>
    <message>
        <source>Virtual pipeline (VP)</source>
        <translation>每阶段的模型块数 (VP)</translation>
    </message>
    <message>
        <source>Context parallel (CP)</source>
        <translation>上下文并行 (CP)</translation>
    </message>
    <message>
        <source>Expert parallel (EP)</source>
        <translation>专家并行 (EP)</translation>
    </message>
    <message>
        <source>Tensor parallel of experts (ETP)</source>
        <translation>专家张量并行 (ETP)</translation>
    </message>
    <message>
        <source>Data parallel (DP)</source>
        <translation>数据并行 (DP)</translation>
    </message>
    <message>
        <source>Micro-batch (mbs)</source>
        <translation>微批次 (mbs)</translation>
    </message>
    <message>
        <source>Sequence parallel (SP)</source>
        <translation>序列并行 (SP)</translation>
    </message>
    <message>
        <source>ZeRO stage</source>
        <translation>ZeRO 级别</translation>
    </message>
    <message>
        <source>ZeRO group size (HSDP)</source>
        <translation>共同分片状态的 rank 数</translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>Recomputed layers per stage</source>
        <translation>每阶段重计算的层数</translation>
    </message>
    <message>
        <source>Optimizer offload</source>
        <translation>优化器在主机内存</translation>
    </message>
    <message>
        <source>Activation offload</source>
        <translation>激活在主机内存</translation>
    </message>
    <message>
        <source>Overlap gradient reduction</source>
        <translation>梯度归约与计算重叠</translation>
    </message>
    <message>
        <source>Overlap parameter gather</source>
        <translation>权重收集与计算重叠</translation>
    </message>
    <message>
        <source>Overlap tensor-parallel traffic</source>
        <translation>TP 通信与计算重叠</translation>
    </message>
    <message>
        <source>Pipeline schedule</source>
        <translation>流水线调度</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>selective</source>
        <translation>选择性</translation>
    </message>
    <message>
        <source>full</source>
        <translation>完全</translation>
    </message>
    <message>
        <source>1F1B</source>
        <translation>1F1B</translation>
    </message>
    <message>
        <source>interleaved</source>
        <translation>交错</translation>
    </message>
    <message>
        <source>GPipe</source>
        <translation>GPipe</translation>
    </message>
    <message>
        <source>ZB-H1</source>
        <translation>ZB-H1</translation>
    </message>
    <message>
        <source>ZB-V</source>
        <translation>ZB-V</translation>
    </message>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>“%1” is too wide a range: name at most %2 values.</source>
        <translation>“%1”的范围过大：最多可指定 %2 个值。</translation>
    </message>
    <message>
        <source>“%1” is no range: the smaller value comes first.</source>
        <translation>“%1”不是有效范围：较小的值应在前。</translation>
    </message>
    <message>
        <source>No value from %1 is tried: use some of %2.</source>
        <translation>%1 中没有会被尝试的值：请从 %2 中选用。</translation>
    </message>
    <message>
        <source>looped breadth-first</source>
        <translation>循环广度优先</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ShareBars</name>
    <message>
        <source>Share of each device</source>
        <translation>每个设备的份额</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <comment>devices of a pool</comment>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>%1 each</source>
        <translation>每个 %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 × %2: %3 each, in proportion to speed %4; %5 each; busy %6; memory %7</source>
        <translation>%1 × %2：每台 %3，按速度比例为 %4；每台 %5；忙碌 %6；显存 %7</translation>
    </message>
    <message>
        <source>%1 · busy %2</source>
        <translation>%1 · 忙碌 %2</translation>
    </message>
    <message>
        <source>memory %1</source>
        <translation>显存 %1</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ShelfModel</name>
    <message>
        <source>%1 · %2</source>
        <comment>memory · link</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1 GB</source>
        <translation>%1 GB</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <comment>node: count and GPU</comment>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>network?</source>
        <comment>no network figure is known</comment>
        <translation>网络？</translation>
    </message>
    <message>
        <source>%1/h</source>
        <translation>%1/小时</translation>
    </message>
    <message>
        <source>no price</source>
        <translation>无价格</translation>
    </message>
    <message>
        <source>list %1</source>
        <comment>source and date of a price</comment>
        <translation>标价 %1</translation>
    </message>
    <message>
        <source>%1 · %2 TF</source>
        <comment>memory and link · peak</comment>
        <translation>%1 · %2 TF</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>My types</source>
        <translation>我的类型</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n entries</source>
        <translation>
            <numerusform>%1，%n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2, price %3, %4%5</source>
        <translation>%1，%2，价格 %3，%4%5</translation>
    </message>
    <message>
        <source>own %1</source>
        <comment>own price and its date</comment>
        <translation>自定 %1</translation>
    </message>
    <message>
        <source>Rack, %1</source>
        <translation>机架，%1</translation>
    </message>
    <message>
        <source>Rack</source>
        <translation>机架</translation>
    </message>
    <message>
        <source>marks pools that draw more</source>
        <translation>其中节点组超出时会提示</translation>
    </message>
    <message>
        <source>no power limit</source>
        <translation>无供电上限</translation>
    </message>
    <message>
        <source>Drop it on a pool to put that into a rack, or on a rack to set its power limit.</source>
        <translation>放到节点组上可将其装入机架，放到机架上可设定其供电。</translation>
    </message>
    <message>
        <source>rack %1 kW</source>
        <translation>机架 %1 kW</translation>
    </message>
    <message numerus="yes">
        <source>%n node types</source>
        <translation>
            <numerusform>%n 种节点</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of a whole node, one direction</source>
        <translation>整个节点 %1，单向</translation>
    </message>
    <message>
        <source>Drop it on a pool or on a link.</source>
        <translation>放到节点组或链路上。</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>最近使用</translation>
    </message>
    <message>
        <source>Racks</source>
        <translation>机架</translation>
    </message>
    <message>
        <source>Networks</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>%1 TF</source>
        <comment>peak</comment>
        <translation>%1 TF</translation>
    </message>
    <message numerus="yes">
        <source>, older than %n days</source>
        <translation>
            <numerusform>，已超过 %n 天</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>rack of %n nodes, %1</source>
        <translation>
            <numerusform>%n 个节点的机架，%1</numerusform>
        </translation>
    </message>
    <message>
        <source>A rack is had whole: its GPUs that a strategy leaves idle are paid for.</source>
        <translation>机架须整体采购：方案闲置的 GPU 也要付费。</translation>
    </message>
    <message>
        <source>Power of a rack: %1</source>
        <translation>机架功率：%1</translation>
    </message>
    <message>
        <source>rack</source>
        <translation>机架</translation>
    </message>
    <message>
        <source>, not measured: %1</source>
        <comment>what its predictions rest on</comment>
        <translation>，未实测：%1</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ShortcutsDialog</name>
    <message>
        <source>Shortcuts</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Action or key…</source>
        <translation>操作或按键…</translation>
    </message>
    <message>
        <source>Search actions</source>
        <translation>搜索操作</translation>
    </message>
    <message>
        <source>Every action with its keys</source>
        <translation>所有操作及其按键</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>New &amp;keys:</source>
        <translation>新按键(&amp;K)：</translation>
    </message>
    <message>
        <source>New keys of the chosen action</source>
        <translation>所选操作的新按键</translation>
    </message>
    <message>
        <source>&amp;Set</source>
        <translation>设置(&amp;S)</translation>
    </message>
    <message>
        <source>Rese&amp;t</source>
        <translation>恢复最初(&amp;A)</translation>
    </message>
    <message>
        <source>%1 is used by “%2”. Choose other keys, or remove them there first.</source>
        <translation>%1 属于“%2”。请选择其他按键，或先在那里移除它。</translation>
    </message>
    <message>
        <source>%1 is used by “%2” now.</source>
        <translation>%1 现在属于“%2”。</translation>
    </message>
    <message>
        <source>Canvas</source>
        <translation>画布</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Presentation</source>
        <translation>演示</translation>
    </message>
    <message>
        <source>Tab, Shift+Tab</source>
        <translation>Tab、Shift+Tab</translation>
    </message>
    <message>
        <source>The next object, the one before</source>
        <translation>下一个对象、上一个对象</translation>
    </message>
    <message>
        <source>Arrows, Alt+Arrows</source>
        <translation>方向键、Alt+方向键</translation>
    </message>
    <message>
        <source>Move the selection, in small steps</source>
        <translation>移动所选内容、微调</translation>
    </message>
    <message>
        <source>+, −</source>
        <translation>+、−</translation>
    </message>
    <message>
        <source>One node more, one less</source>
        <translation>增加、减少一个节点</translation>
    </message>
    <message>
        <source>Return</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>Number of nodes, bandwidth or text</source>
        <translation>节点数、带宽或文本</translation>
    </message>
    <message>
        <source>N</source>
        <translation>N</translation>
    </message>
    <message>
        <source>A new note</source>
        <translation>新建便签</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Clear the selection</source>
        <translation>取消选择</translation>
    </message>
    <message>
        <source>W, S, +, −</source>
        <translation>W、S、+、−</translation>
    </message>
    <message>
        <source>Zoom in, zoom out</source>
        <translation>放大、缩小</translation>
    </message>
    <message>
        <source>A, D, Left, Right</source>
        <translation>A、D、←、→</translation>
    </message>
    <message>
        <source>Earlier, later</source>
        <translation>更早、更晚</translation>
    </message>
    <message>
        <source>The next block, the one before</source>
        <translation>下一个块、上一个块</translation>
    </message>
    <message>
        <source>Shift+Left, Shift+Right</source>
        <translation>Shift+←、Shift+→</translation>
    </message>
    <message>
        <source>Move the time cursor</source>
        <translation>移动时间光标</translation>
    </message>
    <message>
        <source>M</source>
        <translation>M</translation>
    </message>
    <message>
        <source>Mark; two marks measure</source>
        <translation>设标记；两个标记可测量时长</translation>
    </message>
    <message>
        <source>F</source>
        <translation>F</translation>
    </message>
    <message>
        <source>The whole step</source>
        <translation>整个步</translation>
    </message>
    <message>
        <source>C</source>
        <translation>C</translation>
    </message>
    <message>
        <source>The critical path</source>
        <translation>关键路径</translation>
    </message>
    <message>
        <source>R</source>
        <translation>R</translation>
    </message>
    <message>
        <source>Fold repeats</source>
        <translation>折叠重复部分</translation>
    </message>
    <message>
        <source>X</source>
        <translation>X</translation>
    </message>
    <message>
        <source>Swap with the compared strategy</source>
        <translation>与所比较的策略互换</translation>
    </message>
    <message>
        <source>/</source>
        <translation>/</translation>
    </message>
    <message>
        <source>Find a block</source>
        <translation>查找块</translation>
    </message>
    <message>
        <source>These keys work only there and can&apos;t be changed.</source>
        <translation>这些按键仅在该处有效，且不可更改。</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::SpaceEstimate</name>
    <message>
        <source>%1 strategies</source>
        <translation>%1 个策略</translation>
    </message>
    <message>
        <source>≈ %1 strategies, about %2</source>
        <translation>≈ %1 个策略，约 %2</translation>
    </message>
    <message>
        <source>≈ %1 strategies</source>
        <translation>≈ %1 个策略</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::SpanTable</name>
    <message>
        <source>S%1</source>
        <comment>stage</comment>
        <translation>S%1</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>块</translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation>微批次</translation>
    </message>
    <message>
        <source>Start, s</source>
        <translation>开始，秒</translation>
    </message>
    <message>
        <source>Length, s</source>
        <translation>时长，秒</translation>
    </message>
    <message>
        <source>Waited, s</source>
        <translation>等待，秒</translation>
    </message>
    <message>
        <source>Critical path</source>
        <translation>关键路径</translation>
    </message>
    <message>
        <source>S%1 · %2</source>
        <comment>stage and strategy</comment>
        <translation>S%1 · %2</translation>
    </message>
    <message>
        <source>Moved, MB</source>
        <translation>传输量，MB</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::StartPage</name>
    <message>
        <source>Start page</source>
        <translation>起始页</translation>
    </message>
    <message>
        <source>What would you like to plan?</source>
        <translation>您想规划什么？</translation>
    </message>
    <message>
        <source>Close the start page (Esc)</source>
        <translation>关闭起始页 (Esc)</translation>
    </message>
    <message>
        <source>Close the start page</source>
        <translation>关闭起始页</translation>
    </message>
    <message>
        <source>New plan</source>
        <translation>新建方案</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Recent plans</source>
        <translation>最近的方案</translation>
    </message>
    <message>
        <source>None yet: plans that you save or open are listed here.</source>
        <translation>暂无：您保存或打开的方案会列在此处。</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>Keep this plan at the top of the recent plans</source>
        <translation>让此方案在最近的方案中排在最前</translation>
    </message>
    <message>
        <source>Pin %1</source>
        <translation>固定 %1</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::StatusLine</name>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>1 USD = %1 %2</source>
        <comment>rate, code of a currency</comment>
        <translation>1 USD = %1 %2</translation>
    </message>
    <message>
        <source>%1 (old)</source>
        <comment>rate</comment>
        <translation>%1（旧）</translation>
    </message>
    <message>
        <source>Catalogue %1</source>
        <translation>目录 %1</translation>
    </message>
    <message>
        <source>%1[*] — Astrolabe</source>
        <translation>%1[*] — Astrolabe</translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation>未保存</translation>
    </message>
    <message>
        <source>New plan</source>
        <translation>新方案</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>已保存</translation>
    </message>
    <message>
        <source>Zoom %1</source>
        <translation>缩放 %1</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::StepsDialog</name>
    <message>
        <source>Move &amp;up</source>
        <translation>上移(&amp;U)</translation>
    </message>
    <message>
        <source>Move &amp;down</source>
        <translation>下移(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Rename</source>
        <translation>重命名(&amp;R)</translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <translation>移除(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Go to</source>
        <translation>转到(&amp;G)</translation>
    </message>
    <message>
        <source>Rese&amp;t</source>
        <translation>恢复最初(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Present</source>
        <translation>演示(&amp;P)</translation>
    </message>
    <message>
        <source>Steps of the presentation</source>
        <translation>演示步骤</translation>
    </message>
    <message>
        <source>Pages and saved &amp;views, in their order. Ctrl+B in the window adds its current view.</source>
        <translation>页面和已保存的视图，按顺序排列(&amp;V)。在主窗口中按 Ctrl+B 可添加当前查看的内容。</translation>
    </message>
    <message>
        <source>Tick what is presented; drag to reorder</source>
        <translation>勾选要演示的内容；拖动可调整其位置</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>The six pages alone, without saved views</source>
        <translation>仅六个页面，不含已保存的视图</translation>
    </message>
    <message>
        <source>A page of the scenario that is shown, for its best strategy.</source>
        <translation>当前显示的情景的一个页面，针对其最佳策略。</translation>
    </message>
    <message>
        <source>Saved view: %1</source>
        <translation>已保存的视图：%1</translation>
    </message>
    <message>
        <source>its scenario is no longer in the plan</source>
        <translation>其情景已不在方案中</translation>
    </message>
    <message>
        <source>the best strategy</source>
        <translation>最佳策略</translation>
    </message>
    <message>
        <source>the strategy selected then</source>
        <translation>当时所选的策略</translation>
    </message>
    <message>
        <source>%1 to %2 of the step</source>
        <translation>单步的 %1 至 %2</translation>
    </message>
    <message>
        <source>Set up the presentation</source>
        <translation>设置演示</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::StrategySelection</name>
    <message>
        <source>#%1</source>
        <comment>rank</comment>
        <translation>#%1</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::SweepOpening</name>
    <message>
        <source>Open the results of a sweep</source>
        <translation>打开扫描结果</translation>
    </message>
    <message>
        <source>Results of a sweep (*.jsonl *.ndjson *.partial)</source>
        <translation>扫描结果 (*.jsonl *.ndjson *.partial)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::SweepWindow</name>
    <message>
        <source>Results of a sweep: %1</source>
        <translation>扫描结果：%1</translation>
    </message>
    <message>
        <source>&amp;Draw</source>
        <translation>纵轴(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;over</source>
        <translation>横轴(&amp;O)</translation>
    </message>
    <message>
        <source>Cases of the sweep as points</source>
        <translation>扫描的案例，以点表示</translation>
    </message>
    <message>
        <source>Cases of the sweep</source>
        <translation>扫描的案例</translation>
    </message>
    <message>
        <source>&amp;Export table…</source>
        <translation>导出表格…(&amp;E)</translation>
    </message>
    <message>
        <source>Every case with its values unrounded, money in dollars (CSV)</source>
        <translation>每个案例及其未取整的值，金额以美元计 (CSV)</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>Export the sweep</source>
        <translation>导出扫描</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
    <message>
        <source>%1 holds %2 of %3 cases.</source>
        <translation>%1 含 %3 个案例中的 %2 个。</translation>
    </message>
    <message>
        <source>Its last line is torn: sweep --resume goes on with it.</source>
        <translation>其最后一行不完整：sweep --resume 可由此继续。</translation>
    </message>
    <message>
        <source>%1 %2: %3 %4</source>
        <translation>%1 %2：%3 %4</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>a figure and the sign of a currency</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1, s</source>
        <comment>a figure in seconds</comment>
        <translation>%1，s</translation>
    </message>
    <message numerus="yes">
        <source>The inputs of %n of them are wrong: the last column says what.</source>
        <translation>
            <numerusform>其中 %n 个的输入有误：最后一列说明原因。</numerusform>
        </translation>
    </message>
    <message>
        <source>, </source>
        <comment>between the words of a case</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>words of a case, its figure</comment>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::TakeFix</name>
    <message>
        <source>what the fix needs</source>
        <comment>undo step: Set …</comment>
        <translation>修正所需的值</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::TaskChoice</name>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Train</source>
        <comment>task</comment>
        <translation>训练</translation>
    </message>
    <message>
        <source>Serve</source>
        <comment>task</comment>
        <translation>服务</translation>
    </message>
    <message>
        <source>task</source>
        <comment>undo step: Set …</comment>
        <translation>任务</translation>
    </message>
    <message>
        <source>What the machines are for. Train: the model is trained on so many tokens. Serve: it answers requests within promises. Post-training: several models, of which one generates and is trained on what it generates. What one asks is kept while another is shown.</source>
        <translation>机器的用途。训练：模型在给定的词元上训练。服务：在承诺之内回答请求。后训练：有多个模型，其中一个进行生成，并在其生成的内容上训练。显示一种时，其他各种的设置会保留。</translation>
    </message>
    <message>
        <source>Post-train</source>
        <comment>task</comment>
        <translation>后训练</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::TimelineView</name>
    <message>
        <source>Timeline of one training step</source>
        <translation>一个训练步的时间线</translation>
    </message>
    <message>
        <source>%1 %2 · stage %3</source>
        <comment>kind, micro-batch, stage</comment>
        <translation>%1 %2 · 阶段 %3</translation>
    </message>
    <message>
        <source>%1 · stage %2</source>
        <translation>%1 · 阶段 %2</translation>
    </message>
    <message>
        <source>Start %1</source>
        <translation>开始 %1</translation>
    </message>
    <message>
        <source>Length %1</source>
        <translation>时长 %1</translation>
    </message>
    <message>
        <source>Waited %1 for stage %2</source>
        <translation>为阶段 %2 等待 %1</translation>
    </message>
    <message>
        <source>Waited %1</source>
        <translation>等待 %1</translation>
    </message>
    <message>
        <source>On the critical path</source>
        <translation>在关键路径上</translation>
    </message>
    <message>
        <source>No strategy to show yet.</source>
        <translation>尚无可显示的策略。</translation>
    </message>
    <message>
        <source>%1 MB</source>
        <translation>%1 MB</translation>
    </message>
    <message>
        <source>%1 to stage %2</source>
        <translation>发往阶段 %2 %1</translation>
    </message>
    <message>
        <source>%1 from stage %2</source>
        <translation>来自阶段 %2 %1</translation>
    </message>
    <message>
        <source>%1 moved</source>
        <translation>传输 %1</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>在 %1</translation>
    </message>
    <message>
        <source>At %1</source>
        <translation>在 %1</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>S%1 %2, %3</source>
        <comment>stage, what it does, memory</comment>
        <translation>S%1 %2，%3</translation>
    </message>
    <message>
        <source>Over the links between GPUs, %1 each way</source>
        <translation>经由 GPU 间链路，每向 %1</translation>
    </message>
    <message>
        <source>Over the network, %1 a node</source>
        <translation>经由网络，每节点 %1</translation>
    </message>
    <message>
        <source>Over the network between %1 and %2, %3 a node</source>
        <translation>经由 %1 与 %2 间的网络，每节点 %3</translation>
    </message>
    <message>
        <source>Of %1</source>
        <comment>a strategy</comment>
        <translation>所属策略：%1</translation>
    </message>
    <message>
        <source>There is no timeline yet.</source>
        <translation>尚无时间线。</translation>
    </message>
    <message>
        <source>Two strategies stand on one scale.</source>
        <translation>两个策略共用同一刻度。</translation>
    </message>
    <message>
        <source>Nothing repeats often enough in this step.</source>
        <translation>此步骤中没有重复得足够多的内容。</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::TipText</name>
    <message>
        <source>%1, %2</source>
        <comment>source and its date</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Memory bandwidth of a GPU: %1</source>
        <translation>单块 GPU 的显存带宽：%1</translation>
    </message>
    <message>
        <source>Power of a GPU: %1</source>
        <translation>单块 GPU 的功率：%1</translation>
    </message>
    <message>
        <source>Own price of a GPU: %1/h (%2)</source>
        <translation>单块 GPU 的自定价格：%1/小时（%2）</translation>
    </message>
    <message>
        <source>To buy one GPU: %1 (%2)</source>
        <translation>单块 GPU 的购置价：%1（%2）</translation>
    </message>
    <message>
        <source>Power of a node: %1</source>
        <translation>单个节点的功率：%1</translation>
    </message>
    <message>
        <source>Host memory of a node: %1</source>
        <translation>单个节点的主机内存：%1</translation>
    </message>
    <message>
        <source>Region: %1</source>
        <translation>地区：%1</translation>
    </message>
    <message>
        <source>%1: %2/h (%3)</source>
        <comment>kind of price, price, date</comment>
        <translation>%1：%2/小时（%3）</translation>
    </message>
    <message>
        <source>On demand</source>
        <translation>按需</translation>
    </message>
    <message>
        <source>Reserved for a year</source>
        <translation>预留 1 年</translation>
    </message>
    <message>
        <source>Reserved for three years</source>
        <translation>预留 3 年</translation>
    </message>
    <message>
        <source>Spot</source>
        <translation>竞价</translation>
    </message>
    <message>
        <source>To buy a node: %1, from %2 to %3</source>
        <translation>单个节点的购置价：%1，范围 %2 至 %3</translation>
    </message>
    <message>
        <source>To buy a node: %1</source>
        <translation>单个节点的购置价：%1</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>来源：%1</translation>
    </message>
    <message>
        <source>Source of the GPU: %1</source>
        <translation>GPU 数据来源：%1</translation>
    </message>
    <message>
        <source>Host link: %1 each way</source>
        <translation>主机链路：每向 %1</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ToolCorner</name>
    <message>
        <source>More tools</source>
        <translation>更多工具</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::TornadoPage</name>
    <message>
        <source>Figure</source>
        <translation>考察的指标</translation>
    </message>
    <message>
        <source>change each value by</source>
        <translation>每个数值变动</translation>
    </message>
    <message>
        <source>Change of every value in per cent</source>
        <translation>每个数值变动的百分比</translation>
    </message>
    <message>
        <source>Older than the current question</source>
        <translation>早于当前所问的问题</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::TrafficExtras</name>
    <message>
        <source>Traffic over the day</source>
        <translation>一天中的流量</translation>
    </message>
    <message>
        <source>traffic over the day</source>
        <comment>undo step: Set …</comment>
        <translation>一天中的流量</translation>
    </message>
    <message>
        <source>Variation of arrivals</source>
        <translation>到来间隔的变异</translation>
    </message>
    <message>
        <source>Standard deviation of the gaps between requests over their mean: 1 where they come at random, more in bursts. A published trace brings its own.</source>
        <translation>请求间隔的标准差与均值之比：随机到来时为 1，突发时更大。公开的轨迹自带该值。</translation>
    </message>
    <message>
        <source>Bursts (CV)</source>
        <translation>突发程度（CV）</translation>
    </message>
    <message>
        <source>variation of arrivals</source>
        <comment>undo step: Set …</comment>
        <translation>到来间隔的变异</translation>
    </message>
    <message>
        <source>Drafted tokens</source>
        <translation>草拟词元数</translation>
    </message>
    <message>
        <source>Speculation: tokens that are drafted at most for each step; 0: none. Deployments with and without are compared.</source>
        <translation>推测解码：每步最多草拟的词元数；0：不草拟。含草拟与不含草拟的部署会一并比较。</translation>
    </message>
    <message>
        <source>drafted tokens</source>
        <comment>undo step: Set …</comment>
        <translation>草拟词元数</translation>
    </message>
    <message>
        <source>Accepted drafts</source>
        <translation>草拟接受率</translation>
    </message>
    <message>
        <source>Probability that a drafted token is accepted if those before it were.</source>
        <translation>在其之前的草拟词元均被接受时，一个草拟词元被接受的概率。</translation>
    </message>
    <message>
        <source>Accepted</source>
        <translation>接受率</translation>
    </message>
    <message>
        <source>accepted drafts</source>
        <comment>undo step: Set …</comment>
        <translation>草拟接受率</translation>
    </message>
    <message>
        <source>Loads of experts</source>
        <translation>专家负载</translation>
    </message>
    <message>
        <source>How uneven the loads of experts are: the fullest rank of expert parallelism sets the time. A table by layer and expert is read from a job&apos;s file.</source>
        <translation>各专家负载的不均程度：专家并行中最满的 rank 决定用时。按层与专家列出的表从任务文件读取。</translation>
    </message>
    <message>
        <source>as in measured runs</source>
        <translation>与实测运行相同</translation>
    </message>
    <message>
        <source>by a number</source>
        <translation>以数值给出</translation>
    </message>
    <message>
        <source>Skew of experts</source>
        <translation>专家负载偏斜度</translation>
    </message>
    <message>
        <source>Load of the fullest rank over the mean, with an expert on each rank.</source>
        <translation>每个 rank 上有一个专家时，最满的 rank 的负载与均值之比。</translation>
    </message>
    <message>
        <source>Skew</source>
        <translation>偏斜度</translation>
    </message>
    <message>
        <source>skew of experts</source>
        <comment>undo step: Set …</comment>
        <translation>专家负载偏斜度</translation>
    </message>
    <message>
        <source>loads of experts</source>
        <comment>undo step: Set …</comment>
        <translation>专家负载</translation>
    </message>
    <message>
        <source>as in a file</source>
        <translation>与文件相同</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::TrafficPanel</name>
    <message>
        <source>Traffic and promises</source>
        <translation>流量与承诺</translation>
    </message>
    <message>
        <source>How requests come</source>
        <translation>请求如何到来</translation>
    </message>
    <message>
        <source>Requests per second: they come at random at this rate. Users in flight: each asks again as soon as it is answered. Offline: all requests wait from the start, as fast as possible.</source>
        <translation>每秒请求：以该速率随机到来。在线用户：得到回答后立即再次提问。离线：所有请求从一开始就在等待，尽可能快。</translation>
    </message>
    <message>
        <source>Requests/s</source>
        <translation>请求/秒</translation>
    </message>
    <message>
        <source>Users in flight</source>
        <translation>在线用户</translation>
    </message>
    <message>
        <source>Offline</source>
        <translation>离线</translation>
    </message>
    <message>
        <source>Traffic</source>
        <translation>流量</translation>
    </message>
    <message>
        <source>Requests per second</source>
        <translation>每秒请求</translation>
    </message>
    <message>
        <source>/s</source>
        <comment>requests a second</comment>
        <translation>/秒</translation>
    </message>
    <message>
        <source>Mean rate at which requests come.</source>
        <translation>请求到来的平均速率。</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>速率</translation>
    </message>
    <message>
        <source>requests per second</source>
        <comment>undo step: Set …</comment>
        <translation>每秒请求</translation>
    </message>
    <message>
        <source>Requests that are answered at any time.</source>
        <translation>任一时刻正在回答的请求数。</translation>
    </message>
    <message>
        <source>Users</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>users in flight</source>
        <comment>undo step: Set …</comment>
        <translation>在线用户</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>length of prompts</source>
        <comment>undo step: Set …</comment>
        <translation>提示长度</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>length of answers</source>
        <comment>undo step: Set …</comment>
        <translation>回答长度</translation>
    </message>
    <message>
        <source>no promise on %1</source>
        <comment>undo step: Set …</comment>
        <translation>对%1不作承诺</translation>
    </message>
    <message>
        <source>First token within</source>
        <translation>首词元不超过</translation>
    </message>
    <message>
        <source>s</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>Time to first token (TTFT): from the request to its first token, queue included.</source>
        <translation>首词元时间（TTFT）：从请求到首个词元，含排队。</translation>
    </message>
    <message>
        <source>time to first token</source>
        <comment>undo step: Set …</comment>
        <translation>首词元时间</translation>
    </message>
    <message>
        <source>Per token within</source>
        <translation>每词元不超过</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>毫秒</translation>
    </message>
    <message>
        <source>Time per output token (TPOT) after the first: its inverse is what a user reads a second.</source>
        <translation>首个之后每个输出词元的时间（TPOT）：其倒数为用户每秒读到的词元数。</translation>
    </message>
    <message>
        <source>time per token</source>
        <comment>undo step: Set …</comment>
        <translation>每词元时间</translation>
    </message>
    <message>
        <source>Whole answer within</source>
        <translation>整个回答不超过</translation>
    </message>
    <message>
        <source>End to end: from the request to its last token.</source>
        <translation>端到端：从请求到最后一个词元。</translation>
    </message>
    <message>
        <source>time of the whole answer</source>
        <comment>undo step: Set …</comment>
        <translation>整个回答的时间</translation>
    </message>
    <message>
        <source>Promised to</source>
        <translation>承诺的比例</translation>
    </message>
    <message>
        <source>Share of the requests for which the promises hold: 50 for the median.</source>
        <translation>承诺成立的请求份额：50 为中位数。</translation>
    </message>
    <message>
        <source>quantile of the promises</source>
        <comment>undo step: Set …</comment>
        <translation>承诺的分位数</translation>
    </message>
    <message>
        <source>Precision of the weights</source>
        <translation>权重的精度</translation>
    </message>
    <message>
        <source>int8, int4 and mxfp4 are of the weights alone: products run in bf16.</source>
        <translation>int8、int4 与 mxfp4 仅用于权重：乘积以 bf16 运行。</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>precision of the weights</source>
        <comment>undo step: Set …</comment>
        <translation>权重的精度</translation>
    </message>
    <message>
        <source>Precision of keys and values</source>
        <translation>键与值的精度</translation>
    </message>
    <message>
        <source>As the engine has it: fp8 where weights are fp8 or fp4, but bf16 in SGLang.</source>
        <translation>按引擎默认：权重为 fp8 或 fp4 时为 fp8，但 SGLang 中为 bf16。</translation>
    </message>
    <message>
        <source>as the engine</source>
        <comment>precision</comment>
        <translation>按引擎</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV 缓存</translation>
    </message>
    <message>
        <source>precision of keys and values</source>
        <comment>undo step: Set …</comment>
        <translation>键与值的精度</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>What serves: its overheads, and what it holds back, are part of a prediction.</source>
        <translation>提供服务的引擎：其开销与预留均计入预测。</translation>
    </message>
    <message>
        <source>engine</source>
        <comment>undo step: Set …</comment>
        <translation>引擎</translation>
    </message>
    <message>
        <source>date of the engine</source>
        <comment>undo step: Set …</comment>
        <translation>引擎的日期</translation>
    </message>
    <message>
        <source>Spare replicas</source>
        <translation>备用副本</translation>
    </message>
    <message>
        <source>Replicas beyond what the traffic needs, for when one fails. They are paid for.</source>
        <translation>超出流量所需的副本，用于故障时。需要付费。</translation>
    </message>
    <message>
        <source>spare replicas</source>
        <comment>undo step: Set …</comment>
        <translation>备用副本</translation>
    </message>
    <message>
        <source>Layers over unequal machines</source>
        <translation>层分布于不同机器</translation>
    </message>
    <message>
        <source>One copy of the model whose layers are spread over all machines, slow links and regions included, by the largest flow of tokens.</source>
        <translation>模型的一个副本，其各层分布到所有机器（含慢速链路与区域），使词元流最大。</translation>
    </message>
    <message>
        <source>placement of layers</source>
        <comment>undo step: Set …</comment>
        <translation>层的放置</translation>
    </message>
    <message>
        <source>kind of traffic</source>
        <comment>undo step: Set …</comment>
        <translation>流量的类型</translation>
    </message>
    <message>
        <source>lengths of a published trace</source>
        <comment>undo step: Set …</comment>
        <translation>公开轨迹的长度</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::TuningWords</name>
    <message>
        <source>DPO against a copy</source>
        <translation>DPO，参考模型为副本</translation>
    </message>
    <message>
        <source>DPO against precomputed probabilities</source>
        <translation>DPO，参考概率预先计算</translation>
    </message>
    <message>
        <source>DPO against the model without its adapters</source>
        <translation>DPO，参考模型为不带适配器的原模型</translation>
    </message>
    <message>
        <source>mean %1</source>
        <translation>均值 %1</translation>
    </message>
    <message>
        <source>median %1</source>
        <translation>中位数 %1</translation>
    </message>
    <message>
        <source>90 % at most %1</source>
        <translation>90% 不超过 %1</translation>
    </message>
    <message>
        <source>longest %1</source>
        <translation>最长 %1</translation>
    </message>
    <message>
        <source>%1, rank %2</source>
        <comment>LoRA, rank 16</comment>
        <translation>%1，秩 %2</translation>
    </message>
    <message>
        <source>all weights</source>
        <translation>全部权重</translation>
    </message>
    <message>
        <source>every product</source>
        <translation>所有矩阵乘</translation>
    </message>
    <message>
        <source>frozen: %1</source>
        <translation>冻结：%1</translation>
    </message>
    <message>
        <source>samples: %1</source>
        <comment>mean 800, longest 8192</comment>
        <translation>样本：%1</translation>
    </message>
    <message>
        <source>packed</source>
        <translation>打包</translation>
    </message>
    <message>
        <source>padded</source>
        <translation>填充</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::UnsavedWork</name>
    <message>
        <source>Autosaved %1</source>
        <comment>a time</comment>
        <translation>自动保存于 %1</translation>
    </message>
    <message>
        <source>No recovery copy could be written in %1.</source>
        <translation>无法在 %1 中写入恢复副本。</translation>
    </message>
    <message>
        <source>Astrolabe closed unexpectedly.</source>
        <translation>Astrolabe 曾意外关闭。</translation>
    </message>
    <message>
        <source>“%1” has changes from %2 that were not saved.</source>
        <translation>“%1”有 %2 时尚未保存的更改。</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>稍后</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>关闭提示</translation>
    </message>
    <message>
        <source>Restored “%1”</source>
        <translation>已恢复“%1”</translation>
    </message>
    <message>
        <source>“%1” was read again.</source>
        <translation>“%1”已重新读取。</translation>
    </message>
    <message>
        <source>The changes from %1 that were not saved in it are kept in a copy.</source>
        <translation>自 %1 以来未保存在其中的更改保留在副本中。</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ValueDialog</name>
    <message>
        <source>Another number</source>
        <translation>其他数量</translation>
    </message>
    <message>
        <source>Usual:</source>
        <translation>常用：</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::WhatIfStrip</name>
    <message>
        <source>What if</source>
        <translation>假设</translation>
    </message>
    <message>
        <source>What if:</source>
        <translation>假设：</translation>
    </message>
    <message>
        <source>Nodes of %1</source>
        <translation>%1 的节点数</translation>
    </message>
    <message>
        <source>nodes of %1</source>
        <translation>%1 的节点数</translation>
    </message>
    <message>
        <source>GPU type of %1</source>
        <translation>%1 的 GPU 类型</translation>
    </message>
    <message>
        <source>of</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>US dollars per GPU-hour of %1</source>
        <translation>%1 每 GPU 小时的美元价格</translation>
    </message>
    <message>
        <source>0 for the price of the catalogue</source>
        <translation>0 表示采用目录价格</translation>
    </message>
    <message>
        <source>The plan counts machines that are bought, not rented.</source>
        <translation>此方案按购买而非租用机器计算。</translation>
    </message>
    <message>
        <source>%1 for a GPU hour of %2</source>
        <comment>currency, pool</comment>
        <translation>%2 每 GPU 小时的价格（%1）</translation>
    </message>
    <message>
        <source>at %1/GPU h</source>
        <comment>sign of a currency</comment>
        <translation>%1/GPU 小时</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::WhyChosen</name>
    <message>
        <source>Chosen</source>
        <translation>已选</translation>
    </message>
    <message>
        <source>No strategy to show yet.</source>
        <translation>尚无可显示的策略。</translation>
    </message>
    <message>
        <source>Chosen because</source>
        <translation>选择理由</translation>
    </message>
    <message>
        <source>log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>ranking</source>
        <translation>排名</translation>
    </message>
    <message>
        <source>Pareto</source>
        <translation>帕累托</translation>
    </message>
    <message>
        <source>timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>breakdown</source>
        <translation>分解</translation>
    </message>
    <message>
        <source>ranking #%1</source>
        <translation>排名 #%1</translation>
    </message>
    <message numerus="yes">
        <source>Prediction %1, 80 % band %2 to %3. %n input(s) are assumed.</source>
        <translation>
            <numerusform>预测 %1，80 % 区间 %2 至 %3。有 %n 项输入为假设值。</numerusform>
        </translation>
    </message>
    <message>
        <source>Glossary: %1</source>
        <translation>术语表：%1</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::WhyPlot</name>
    <message>
        <source>all others</source>
        <translation>其余各项</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>seconds a step</source>
        <translation>每步秒数</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Sum</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>S%1</source>
        <comment>stage</comment>
        <translation>S%1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 of %2, %3 over</source>
        <translation>%1 / %2，超出 %3</translation>
    </message>
    <message>
        <source>Stage %1: %2</source>
        <translation>阶段 %1：%2</translation>
    </message>
    <message>
        <source>GiB; line: memory limit (capacity less headroom)</source>
        <translation>GiB；竖线：扣除余量后的上限</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>Over</source>
        <translation>超出</translation>
    </message>
    <message>
        <source>in host memory %1 of %2, %3 over</source>
        <translation>主机内存 %1，共 %2，超出 %3</translation>
    </message>
    <message>
        <source>In host memory</source>
        <translation>主机内存</translation>
    </message>
    <message>
        <source>Limit there</source>
        <translation>主机内存上限</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>原因</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::WhySides</name>
    <message>
        <source>Chosen because</source>
        <translation>选择理由</translation>
    </message>
    <message>
        <source>Why not…</source>
        <translation>为何不选…</translation>
    </message>
    <message>
        <source>Older than the plan</source>
        <translation>早于当前方案</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::WhyView</name>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 词元/秒</translation>
    </message>
    <message>
        <source>It is the cheapest of %1 strategies: %2 for 10¹² tokens. The whole space was searched; nothing in it is cheaper.</source>
        <translation>它是 %1 个策略中最便宜的：每 10¹² 词元 %2。整个空间已搜索完毕，没有更便宜的。</translation>
    </message>
    <message>
        <source>It is the fastest of %1 strategies: %2. The whole space was searched; nothing in it is faster.</source>
        <translation>它是 %1 个策略中最快的：%2。整个空间已搜索完毕，没有更快的。</translation>
    </message>
    <message>
        <source>It is the cheapest found so far: %1 for 10¹² tokens.</source>
        <translation>它是目前找到的最便宜的：每 10¹² 词元 %1。</translation>
    </message>
    <message>
        <source>It is the fastest found so far: %1.</source>
        <translation>它是目前找到的最快的：%1。</translation>
    </message>
    <message>
        <source>How much better others may be is not known yet.</source>
        <translation>其他策略最多能好多少尚不清楚。</translation>
    </message>
    <message>
        <source>Without %1 the best has %2 (%3).</source>
        <translation>不用 %1 时最佳为 %2（%3）。</translation>
    </message>
    <message>
        <source>10¹² tokens cost %1, at %2 an hour.</source>
        <translation>10¹² 词元花费 %1，每小时 %2。</translation>
    </message>
    <message>
        <source>%1 · micro-batch %2 · %3 · recompute %4</source>
        <translation>%1 · 微批 %2 · %3 · 重计算 %4</translation>
    </message>
    <message>
        <source>This is the best strategy</source>
        <translation>这是最佳策略</translation>
    </message>
    <message>
        <source>Ruled out by rule “%1”</source>
        <translation>被规则“%1”排除</translation>
    </message>
    <message>
        <source>Out of memory: %1 over</source>
        <translation>显存不足：超出 %1</translation>
    </message>
    <message>
        <source>Breaks your limit</source>
        <translation>违反限制</translation>
    </message>
    <message>
        <source>Outside the space you allowed</source>
        <translation>超出所允许的空间</translation>
    </message>
    <message>
        <source>Slower (%1 a step), but cheaper per token</source>
        <translation>较慢（每步 %1），但每词元更便宜</translation>
    </message>
    <message>
        <source>Slower: %1 a step</source>
        <translation>较慢：每步 %1</translation>
    </message>
    <message>
        <source>Faster, but more expensive per token</source>
        <translation>较快，但每词元更贵</translation>
    </message>
    <message>
        <source>More expensive per token</source>
        <translation>每词元更贵</translation>
    </message>
    <message>
        <source>Dominated by #%1</source>
        <translation>被 #%1 支配</translation>
    </message>
    <message>
        <source>Dominated by another strategy</source>
        <translation>被另一策略支配</translation>
    </message>
    <message>
        <source>Not reached yet</source>
        <translation>尚未搜索到</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Why the best strategy was chosen</source>
        <translation>为何选择最佳策略</translation>
    </message>
    <message>
        <source>Why not</source>
        <translation>为何不选</translation>
    </message>
    <message>
        <source>Strategy to explain: pick one or type it</source>
        <translation>要解释的策略：选择或输入</translation>
    </message>
    <message>
        <source>tp=8 pp=4 dp=2 mbs=1 recompute=selective</source>
        <translation>tp=8 pp=4 dp=2 mbs=1 recompute=selective</translation>
    </message>
    <message>
        <source>Pick in the ranking</source>
        <translation>在排名中选择</translation>
    </message>
    <message>
        <source>Why the selected strategy is not first</source>
        <translation>所选策略为何不是第一</translation>
    </message>
    <message>
        <source>#%1</source>
        <comment>rank</comment>
        <translation>#%1</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>被排除</translation>
    </message>
    <message>
        <source>Pick another one above, or a row of the ranking, to see why it is not first.</source>
        <translation>在上方或排名中选择另一个策略，查看它为何不是第一。</translation>
    </message>
    <message>
        <source>Show the rule…</source>
        <translation>显示规则…</translation>
    </message>
    <message>
        <source>Allow %1</source>
        <translation>允许 %1</translation>
    </message>
    <message>
        <source>Compare on the timeline</source>
        <translation>在时间线上比较</translation>
    </message>
    <message>
        <source>takes longer</source>
        <translation>耗时更多</translation>
    </message>
    <message>
        <source>takes less</source>
        <translation>耗时更少</translation>
    </message>
    <message>
        <source>Memory of the fullest GPU by stage</source>
        <translation>各阶段最满 GPU 的显存</translation>
    </message>
    <message>
        <source>%1, as a table</source>
        <translation>%1（表格）</translation>
    </message>
    <message>
        <source>Where the difference of %1 comes from</source>
        <translation>%1 的差异从何而来</translation>
    </message>
    <message>
        <source>It needs the fewest GPUs of %1 strategies: %2. The whole space was searched; nothing in it does with less, and nothing on as few is faster.</source>
        <translation>在 %1 个策略中，它需要的 GPU 最少：%2。整个空间已搜索完；没有更少的，同样少的也没有更快的。</translation>
    </message>
    <message>
        <source>It needs the fewest GPUs found so far: %1.</source>
        <translation>它是目前找到的 GPU 最少的：%1。</translation>
    </message>
    <message>
        <source>On %1 GPUs instead of %2</source>
        <translation>用 %1 个 GPU，而不是 %2 个</translation>
    </message>
    <message>
        <source>Not reached yet: %1 of %2 strategies are left</source>
        <translation>尚未搜索到：还剩 %1 / %2 个策略</translation>
    </message>
    <message>
        <source>Out of host memory: %1 over</source>
        <translation>主机内存不足：超出 %1</translation>
    </message>
    <message>
        <source>Exactly as good as the best</source>
        <translation>与最佳策略一样好</translation>
    </message>
    <message>
        <source>On the Pareto frontier</source>
        <translation>位于时间与费用的最优集上</translation>
    </message>
    <message>
        <source>Nothing can cost less than %1, %2 below it.</source>
        <translation>任何策略的费用都不可能低于 %1，即比它低 %2。</translation>
    </message>
    <message>
        <source>Nothing can be faster than %1, %2 above it.</source>
        <translation>任何策略都不可能快于 %1，即比它高 %2。</translation>
    </message>
    <message>
        <source>Chosen: %1</source>
        <translation>已选：%1</translation>
    </message>
    <message>
        <source>Why not %1</source>
        <translation>为何不选 %1</translation>
    </message>
    <message>
        <source>The runner-up, %1, costs %2 for 10¹² tokens (%3) and takes %4 a step (%5).</source>
        <translation>亚军 %1 每 10¹² 词元花费 %2（%3），一步用时 %4（%5）。</translation>
    </message>
    <message>
        <source>The runner-up, %1, takes %2 a step (%3).</source>
        <translation>亚军 %1 一步用时 %2（%3）。</translation>
    </message>
    <message>
        <source>The best with other degrees, %1, takes %2 a step (%3).</source>
        <translation>其他并行度中最佳的 %1 一步用时 %2（%3）。</translation>
    </message>
    <message>
        <source>Its %1 stages hold %2 layers and share %3 micro-batches: the pipeline bubble is %4 of the step.</source>
        <translation>其 %1 个阶段持有 %2 层并分担 %3 个微批次：流水线气泡占一步的 %4。</translation>
    </message>
    <message>
        <source>%1 is the largest loss: %2 of the step of %3.</source>
        <translation>%1 是最大的损失：占一步 %3 中的 %2。</translation>
    </message>
    <message>
        <source>It fits with recomputation (%5): the fullest GPUs, %1 in stage %2, hold %3 of the %4 allowed.</source>
        <translation>通过重计算（%5）可以容纳：最满的 GPU（阶段 %2 的 %1）占用 %3，允许 %4。</translation>
    </message>
    <message>
        <source>It fits without recomputation: the fullest GPUs, %1 in stage %2, hold %3 of the %4 allowed.</source>
        <translation>无需重计算即可容纳：最满的 GPU（阶段 %2 的 %1）占用 %3，允许 %4。</translation>
    </message>
    <message>
        <source>Better, but it leaves GPUs unused</source>
        <translation>更好，但有 GPU 闲置</translation>
    </message>
    <message>
        <source>Only what %1 starts was searched.</source>
        <translation>只搜索了 %1 能启动的方案。</translation>
    </message>
    <message>
        <source>Searched were all strategies, %1.</source>
        <translation>搜索了所有策略，%1。</translation>
    </message>
    <message>
        <source>Ahead of every strategy</source>
        <translation>领先于所有策略</translation>
    </message>
    <message>
        <source>Where the difference of %1 comes from, as the ranking counts steps</source>
        <translation>%1 的差别来自何处（按排名计算的步长）</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::WindowCommands</name>
    <message>
        <source>All limits of the job: %1</source>
        <comment>page of a dialog</comment>
        <translation>作业的所有限制：%1</translation>
    </message>
    <message>
        <source>Properties of %1</source>
        <translation>%1 的属性</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>property and value</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>转到 %1</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>Add %1</source>
        <translation>添加 %1</translation>
    </message>
    <message>
        <source>Load model %1</source>
        <translation>载入模型 %1</translation>
    </message>
    <message>
        <source>Set limit: %1</source>
        <translation>设置限制：%1</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::WindowMenus</name>
    <message>
        <source>Open &amp;recent</source>
        <translation>打开最近的文件(&amp;R)</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::WindowToolBar</name>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Present</source>
        <translation>演示</translation>
    </message>
    <message>
        <source>Scenario:</source>
        <translation>情景：</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>情景</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Duplicate scenario</source>
        <translation>复制情景</translation>
    </message>
    <message>
        <source>Compare scenarios</source>
        <translation>比较情景</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::WorkedFigure</name>
    <message>
        <source>no price</source>
        <translation>无价格</translation>
    </message>
    <message>
        <source>A GPU in use has no price, and an unknown price is not counted as zero.</source>
        <translation>所用的某种 GPU 没有价格：未知者不按零计。</translation>
    </message>
    <message>
        <source>Rounding of the schedule</source>
        <translation>调度的取整</translation>
    </message>
    <message>
        <source>The parts are those of stage %1, whose last operation ends the step.</source>
        <translation>相加的各部分取自其最后一个操作结束该步的阶段：阶段 %1。</translation>
    </message>
    <message>
        <source>80 % band %1 to %2</source>
        <translation>80 % 区间 %1 至 %2</translation>
    </message>
    <message>
        <source>%1 of %2 in stage %3, %4</source>
        <translation>阶段 %3：%2 中的 %1，%4</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>Optimizer state</source>
        <translation>优化器状态</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>Memory of %1</source>
        <translation>%1 的显存</translation>
    </message>
    <message>
        <source>Headroom</source>
        <translation>余量</translation>
    </message>
    <message>
        <source>In host memory, beside it</source>
        <translation>另在主机内存中</translation>
    </message>
    <message>
        <source>Mean time between failures</source>
        <translation>平均故障间隔</translation>
    </message>
    <message>
        <source>GPU failures per hour</source>
        <translation>一块 GPU 每小时的故障数</translation>
    </message>
    <message>
        <source>the job of this plan</source>
        <translation>此方案的任务</translation>
    </message>
    <message>
        <source>published for Llama 3 on 16,384 H100</source>
        <translation>Llama 3 在 16,384 块 H100 上公布的值</translation>
    </message>
    <message>
        <source>Work between checkpoints</source>
        <translation>两个检查点之间的工作时间</translation>
    </message>
    <message>
        <source>the best interval</source>
        <translation>最佳间隔</translation>
    </message>
    <message>
        <source>Writing a checkpoint</source>
        <translation>写一次检查点</translation>
    </message>
    <message>
        <source>storage as the job states it</source>
        <translation>按任务给出的存储</translation>
    </message>
    <message>
        <source>storage as published for Llama 3</source>
        <translation>按 Llama 3 公布的存储</translation>
    </message>
    <message>
        <source>Restart time</source>
        <translation>一次重启</translation>
    </message>
    <message>
        <source>the job of this plan, and reading the checkpoint</source>
        <translation>此方案的任务，另加读取检查点</translation>
    </message>
    <message>
        <source>600 s, and reading the checkpoint</source>
        <translation>600 s，另加读取检查点</translation>
    </message>
    <message>
        <source>The first of the ranking</source>
        <translation>排名第一者</translation>
    </message>
    <message>
        <source>What no strategy can beat</source>
        <translation>任何策略都无法超越的值</translation>
    </message>
    <message>
        <source>For the speed alone; the Pareto frontier can improve by at most %1</source>
        <translation>仅就速度而言；时间与费用的集合至多还差 %1</translation>
    </message>
    <message>
        <source>The share by which another could be cheaper</source>
        <translation>其他策略可能更便宜的比例</translation>
    </message>
    <message>
        <source>No step can be shorter</source>
        <translation>任何一步都不可能短于此值</translation>
    </message>
    <message>
        <source>The search has no bound yet, or none that says anything.</source>
        <translation>搜索尚未得出界，或所得的界没有意义。</translation>
    </message>
    <message>
        <source>This strategy</source>
        <translation>此策略</translation>
    </message>
    <message>
        <source>What it is compared with</source>
        <translation>比较对象</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>%1 tokens/s per GPU</source>
        <translation>%1 词元/秒/GPU</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>%1 hours</source>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>%1 for 10¹² tokens</source>
        <translation>每 10¹² 词元 %1</translation>
    </message>
    <message>
        <source>%1 an hour</source>
        <translation>每小时 %1</translation>
    </message>
    <message>
        <source>Hours added by the batch ramp-up</source>
        <translation>批次递增所增加的小时数</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>a figure, a strategy</comment>
        <translation>%2 的%1</translation>
    </message>
    <message>
        <source>Properties of %1</source>
        <comment>pools of the cluster</comment>
        <translation>%1 的属性</translation>
    </message>
    <message>
        <source>not stated: the usual value</source>
        <translation>未给出：取通常值</translation>
    </message>
    <message>
        <source>stated</source>
        <translation>已给出</translation>
    </message>
    <message>
        <source>assumed</source>
        <translation>假定</translation>
    </message>
    <message>
        <source>catalogue</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>own type</source>
        <translation>自定义类型</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>derived</source>
        <translation>推导</translation>
    </message>
    <message>
        <source>GPUs of %1</source>
        <translation>%1 的 GPU 数</translation>
    </message>
    <message>
        <source>the strategy</source>
        <translation>该策略</translation>
    </message>
    <message>
        <source>Idle GPUs of %1</source>
        <translation>%1 的闲置 GPU 数</translation>
    </message>
    <message>
        <source>Sequences of a step</source>
        <translation>一步的序列数</translation>
    </message>
    <message>
        <source>Tokens of a sequence</source>
        <translation>一个序列的词元数</translation>
    </message>
    <message>
        <source>Tokens of the job</source>
        <translation>任务的词元数</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>the program as it is played</source>
        <translation>程序的推演结果</translation>
    </message>
    <message>
        <source>the schedule as it is played</source>
        <translation>调度的推演结果</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Cost of an hour</source>
        <translation>每小时费用</translation>
    </message>
    <message>
        <source>Hours of the job</source>
        <translation>任务时长</translation>
    </message>
    <message>
        <source>Constants of the cost model</source>
        <translation>代价模型的常数</translation>
    </message>
    <message>
        <source>version %1</source>
        <translation>版本 %1</translation>
    </message>
    <message>
        <source>fitted to published training runs; the report lists them</source>
        <translation>依据已发表的训练运行拟合；报告中列出这些运行</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) of your own</source>
        <translation>
            <numerusform>您自己的 %n 条运行</numerusform>
        </translation>
    </message>
    <message>
        <source>Peak of %1, %2</source>
        <comment>a GPU type, a precision</comment>
        <translation>%1 的峰值，%2</translation>
    </message>
    <message>
        <source>built-in model %1</source>
        <translation>内置模型 %1</translation>
    </message>
    <message>
        <source>model file %1</source>
        <translation>模型文件 %1</translation>
    </message>
    <message>
        <source>Active parameters without the embedding</source>
        <translation>不含嵌入的激活参数量</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>Hidden size</source>
        <translation>隐藏维度</translation>
    </message>
    <message>
        <source>Rent of a GPU of %1 for an hour</source>
        <translation>%1 每块 GPU 每小时的租金</translation>
    </message>
    <message>
        <source>Price of a GPU of %1</source>
        <translation>%1 每块 GPU 的价格</translation>
    </message>
    <message>
        <source>Network of a GPU of %1</source>
        <translation>%1 每块 GPU 的网络价格</translation>
    </message>
    <message>
        <source>own price of the pool</source>
        <translation>资源池自定价格</translation>
    </message>
    <message>
        <source>the GPU alone, taken for the whole; %1</source>
        <translation>仅为 GPU 的价格，视作全部；%1</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>what a formula is of, the formula</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>own price</source>
        <translation>自有价格</translation>
    </message>
    <message>
        <source>%1, less what the limit of %2 a GPU saves</source>
        <comment>source, power</comment>
        <translation>%1，减去每块 GPU 限制为 %2 所省的部分</translation>
    </message>
    <message>
        <source>%1; kept in this plan</source>
        <comment>when and from what constants were made</comment>
        <translation>%1；保存在本方案中</translation>
    </message>
    <message>
        <source>GPUs of %1 that are paid for</source>
        <translation>%1 中付费的 GPU 数</translation>
    </message>
    <message>
        <source>by single GPUs</source>
        <translation>按单个 GPU</translation>
    </message>
    <message numerus="yes">
        <source>whole units of %n GPUs</source>
        <translation>
            <numerusform>每 %n 块 GPU 为一个整单位</numerusform>
        </translation>
    </message>
    <message>
        <source>Power at the wall</source>
        <translation>总输入功率</translation>
    </message>
    <message>
        <source>Power of a GPU of %1 with its share of the machine</source>
        <translation>%1 的一块 GPU 的功率，含机器的分摊部分</translation>
    </message>
    <message>
        <source>Its share of the switches of %1</source>
        <translation>其分摊的 %1 交换机功率</translation>
    </message>
    <message>
        <source>PUE (facility power ÷ IT power)</source>
        <translation>设施与整机功率之比 (PUE)</translation>
    </message>
    <message>
        <source>own figure of the pool</source>
        <translation>资源池自己的数值</translation>
    </message>
    <message>
        <source>Machines without a published figure, and switches, are estimates.</source>
        <translation>未公布数值的机器以及交换机为估计值。</translation>
    </message>
    <message>
        <source>Power that is hosted, without the facility&apos;s</source>
        <translation>需托管的功率，不含设施</translation>
    </message>
    <message>
        <source>Interruptions of spot per hour, of all nodes</source>
        <translation>所有节点每小时的竞价中断次数</translation>
    </message>
    <message>
        <source>A distributed program is none of the layouts that runtimes start.</source>
        <translation>分布式程序不是运行时能启动的布局。</translation>
    </message>
    <message>
        <source>Trained parameters that a token visits</source>
        <translation>词元经过的可训练参数</translation>
    </message>
    <message>
        <source>Fine-tuning counts 2 operations of a parameter for each pass forward, 2 for the way back, and 2 more for the gradient of what is trained.</source>
        <translation>微调时，每个参数每次前向计 2 次运算，反向计 2 次，可训练部分的梯度再计 2 次。</translation>
    </message>
    <message>
        <source>The reference model passes every sample forward once more.</source>
        <translation>参考模型对每个样本再做一次前向。</translation>
    </message>
    <message>
        <source>Share of the hours that do not wait for a repair</source>
        <translation>无需等待修复的时间所占的份额</translation>
    </message>
    <message>
        <source>Mean time to repair</source>
        <translation>平均修复时间</translation>
    </message>
    <message>
        <source>clusters range from under an hour to over a day</source>
        <translation>各集群从不到一小时到超过一天不等</translation>
    </message>
    <message>
        <source>the whole job</source>
        <translation>整个任务</translation>
    </message>
</context>
</TS>
